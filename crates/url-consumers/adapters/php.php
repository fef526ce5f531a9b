<?php
// Prints the components that PHP's `parse_url` returns for each input.
if (($argv[1] ?? '') === '--version') {
    echo PHP_VERSION, "\n";
    exit;
}
const NAMES = ['scheme' => 'scheme', 'user' => 'user', 'pass' => 'password', 'host' => 'host', 'port' => 'port',
    'path' => 'path', 'query' => 'query', 'fragment' => 'fragment'];
while (($line = fgets(STDIN)) !== false) {
    // The result is null for a lone surrogate, which is not UTF-8.
    $input = json_decode($line, true)['input'] ?? null;
    $parts = $input === null ? null : parse_url($input);
    $seen = new stdClass();
    if ($parts === null) {
        $seen->error = 'not-asked';
        $seen->why = json_last_error_msg();
    } elseif ($parts === false) {
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
