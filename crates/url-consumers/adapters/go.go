// Prints the components that Go's net/url returns for each input or, with a base, the resolved URL.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strings"
)

func join(base, input string) map[string]string {
	u, err := url.Parse(base)
	if err == nil {
		u, err = u.Parse(input)
	}
	if err != nil {
		return map[string]string{"error": "parse"}
	}
	return map[string]string{"url": u.String()}
}

func see(input string) map[string]string {
	u, err := url.Parse(input)
	if err != nil {
		return map[string]string{"error": "parse"}
	}
	password, _ := u.User.Password()
	seen := map[string]string{
		"scheme":   u.Scheme,
		"opaque":   u.Opaque,
		"user":     u.User.Username(),
		"password": password,
		"host":     u.Hostname(),
		"port":     u.Port(),
		"path":     u.Path,
		"query":    u.RawQuery,
		"fragment": u.Fragment,
	}
	for name, value := range seen {
		if value == "" {
			delete(seen, name)
		}
	}
	return seen
}

func main() {
	if len(os.Args) > 1 {
		fmt.Println(strings.TrimPrefix(runtime.Version(), "go"))
		return
	}
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := json.NewEncoder(out)
	for in.More() {
		var line struct {
			Input string
			Base  *string
		}
		if err := in.Decode(&line); err != nil {
			panic(err)
		}
		seen := map[string]string{}
		if line.Base == nil {
			seen = see(line.Input)
		} else {
			seen = join(*line.Base, line.Input)
		}
		if err := write.Encode(seen); err != nil {
			panic(err)
		}
	}
}
