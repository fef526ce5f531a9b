<?php
// Fetches the URL in each line with the PHP client that the argument names.
[, $name, $version] = $argv + [2 => ''];
if ($name === 'curl' && !function_exists('curl_init')) {
    fwrite(STDERR, "no curl\n");
    exit(1);
}
if ($version) {
    echo PHP_VERSION, "\n";
    exit;
}

function fetch(string $name, string $url): bool
{
    if ($name === 'stream') {
        $options = ['timeout' => 5, 'follow_location' => 0, 'ignore_errors' => true];
        $context = stream_context_create(['http' => $options, 'ssl' => ['verify_peer' => false]]);
        return file_get_contents($url, false, $context) !== false;
    }
    if ($name === 'curl') {
        $handle = curl_init($url);
        curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 5]);
        return curl_exec($handle) !== false;
    }
    // Parse the URL and write the request by hand, as many scripts do.
    $parts = parse_url($url);
    $is_secure = ($parts['scheme'] ?? '') === 'https';
    $socket = fsockopen($parts['host'] ?? '', $parts['port'] ?? ($is_secure ? 443 : 80), $code, $message, 5);
    if ($socket && !$is_secure) {
        $target = ($parts['path'] ?? '/') . (isset($parts['query']) ? "?$parts[query]" : '');
        fwrite($socket, "GET $target HTTP/1.0\r\nHost: $parts[host]\r\n\r\n");
        stream_get_contents($socket);
    }
    return $socket !== false;
}

error_reporting(0);
while (($line = fgets(STDIN)) !== false) {
    try {
        $done = fetch($name, rtrim($line, "\n"));
    } catch (Throwable) {
        $done = false;
    }
    echo json_encode(['end' => $done]), "\n";
}
