import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Fetches the URL in each line with the Java client that the argument names. */
class Fetch {
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 1) {
            System.out.println(Runtime.version());
            return;
        }
        Duration limit = Duration.ofSeconds(5);
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null;) {
            String end = "null";
            try {
                if (arguments[0].equals("HttpClient")) {
                    HttpRequest request = HttpRequest.newBuilder(URI.create(line)).timeout(limit).build();
                    client.send(request, HttpResponse.BodyHandlers.discarding());
                } else {
                    HttpURLConnection connection = (HttpURLConnection) new URL(line).openConnection();
                    connection.setInstanceFollowRedirects(false);
                    connection.setReadTimeout(5000);
                    connection.getResponseCode();
                }
            } catch (Exception error) {
                end = "\"" + error.getClass().getSimpleName() + "\"";
            }
            System.out.print("{\"end\":" + end + "}\n");
            System.out.flush();
        }
    }
}
