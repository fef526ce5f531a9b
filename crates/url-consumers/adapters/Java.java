import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** Prints the parts that java.net.URI or java.net.URL (the argument) sees in each input; with a base, the resolved URI. */
class Java {
    static Map<String, String> uri(String input) {
        Map<String, String> seen = new LinkedHashMap<>();
        try {
            URI uri = new URI(input);
            seen.put("scheme", uri.getScheme());
            seen.put("authority", uri.getRawAuthority());
            seen.put("userinfo", uri.getRawUserInfo());
            seen.put("host", uri.getHost());
            seen.put("port", uri.getPort() < 0 ? null : "" + uri.getPort());
            seen.put("path", uri.getRawPath());
            seen.put("query", uri.getRawQuery());
            seen.put("fragment", uri.getRawFragment());
        } catch (URISyntaxException error) {
            seen.put("error", "URISyntaxException");
        }
        return seen;
    }

    static Map<String, String> join(String base, String input) {
        try {
            return Map.of("url", new URI(base).resolve(new URI(input)).toString());
        } catch (URISyntaxException error) {
            return Map.of("error", "URISyntaxException");
        }
    }

    static Map<String, String> url(String input) {
        Map<String, String> seen = new LinkedHashMap<>();
        try {
            URL url = new URL(input);
            seen.put("scheme", url.getProtocol());
            seen.put("userinfo", url.getUserInfo());
            seen.put("host", url.getHost());
            seen.put("port", url.getPort() < 0 ? null : "" + url.getPort());
            seen.put("path", url.getPath());
            seen.put("query", url.getQuery());
            seen.put("fragment", url.getRef());
        } catch (MalformedURLException error) {
            seen.put("error", "MalformedURLException");
        }
        return seen;
    }

    /** Returns a string member of a JSON object; null if it is missing. */
    static String decode(String line, String member) {
        int at = line.indexOf('"' + member + "\":");
        if (at < 0) {
            return null;
        }
        at = line.indexOf('"', at + member.length() + 3) + 1;
        StringBuilder text = new StringBuilder();
        while (line.charAt(at) != '"') {
            char c = line.charAt(at++);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            c = line.charAt(at++);
            if (c == 'u') {
                text.append((char) Integer.parseInt(line.substring(at, at + 4), 16));
                at += 4;
            } else {
                int known = "bfnrt".indexOf(c);
                text.append(known < 0 ? c : "\b\f\n\r\t".charAt(known));
            }
        }
        return text.toString();
    }

    /** Returns a JSON object, in ASCII, of the members that are neither missing nor empty. */
    static String encode(Map<String, String> seen) {
        StringJoiner members = new StringJoiner(",", "{", "}");
        seen.forEach((name, value) -> {
            if (value == null || value.isEmpty()) {
                return;
            }
            StringBuilder text = new StringBuilder("\"" + name + "\":\"");
            // A lone surrogate becomes U+FFFD.
            value = new String(value.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE);
            for (char c : value.toCharArray()) {
                if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                    text.append(String.format("\\u%04x", (int) c));
                } else {
                    text.append(c);
                }
            }
            members.add(text.append('"'));
        });
        return members.toString();
    }

    public static void main(String[] arguments) throws Exception {
        boolean isUri = arguments[0].equals("uri");
        if (arguments.length > 1) {
            System.out.println(Runtime.version().feature());
            return;
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        StringBuilder out = new StringBuilder();
        for (String line; (line = in.readLine()) != null;) {
            String input = decode(line, "input");
            String base = decode(line, "base");
            out.append(encode(base != null ? join(base, input) : isUri ? uri(input) : url(input))).append('\n');
        }
        new PrintStream(System.out, false, "UTF-8").append(out).flush();
    }
}
