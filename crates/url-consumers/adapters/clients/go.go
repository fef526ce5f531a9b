// Fetches the URL in each line with Go's http.Get. Go does not call the C library, so `loopback.c` does not see its
// connections: they are replaced here.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
)

func tell(line map[string]any) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(append(text, '\n'))
}

// Reads a request up to the end of its head, and answers it.
func answer(conn net.Conn) {
	defer conn.Close()
	var head []byte
	part := make([]byte, 4096)
	for !bytes.Contains(head, []byte("\r\n\r\n")) {
		n, err := conn.Read(part)
		if err != nil || (len(head) == 0 && part[0] < ' ') {
			return
		}
		head = append(head, part[:n]...)
	}
	tell(map[string]any{"head": string(head)})
	fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
}

func dial(_ context.Context, _, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	tell(map[string]any{"host": host, "port": number})
	client, server := net.Pipe()
	go answer(server)
	return client, nil
}

func main() {
	if len(os.Args) > 2 {
		fmt.Println(runtime.Version())
		return
	}
	client := http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		response, err := client.Get(lines.Text())
		if err == nil {
			response.Body.Close()
		}
		tell(map[string]any{"end": err != nil})
	}
}
