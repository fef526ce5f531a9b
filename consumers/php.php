<?php
// What PHP's `parse_url` sees in each input.
if (($argv[1] ?? '') === '--version') {
    echo PHP_VERSION, "\n";
    exit;
}
const NAMES = ['scheme' => 'scheme', 'user' => 'user', 'pass' => 'password', 'host' => 'host', 'port' => 'port',
    'path' => 'path', 'query' => 'query', 'fragment' => 'fragment'];
while (($line = fgets(STDIN)) !== false) {
    $parts = parse_url(json_decode($line, true, flags: JSON_THROW_ON_ERROR)['input']);
    $seen = new stdClass();
    if ($parts === false) {
        $seen->error = 'parse';
    } else {
        foreach (NAMES as $part => $name) {
            if (isset($parts[$part]) && $parts[$part] !== '') {
                $seen->$name = (string) $parts[$part];
            }
        }
    }
    echo json_encode($seen, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
