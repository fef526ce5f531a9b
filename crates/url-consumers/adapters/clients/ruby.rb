# Fetches the URL in each line with the Ruby client that the argument names.
require 'net/http'
require 'open-uri'

name, version = ARGV
if version
  puts RUBY_VERSION
  exit
end
$stdin.set_encoding('UTF-8')
$stdout.sync = true
$stdin.each_line(chomp: true) do |url|
  if name == 'open-uri'
    URI.parse(url).open(redirect: false, read_timeout: 5, proxy: nil).read
  else
    uri = URI(url)
    Net::HTTP.start(uri.hostname, uri.port, nil, use_ssl: uri.scheme == 'https', read_timeout: 5, max_retries: 0) do |http|
      http.request(Net::HTTP::Get.new(uri))
    end
  end
  puts '{"end":null}'
rescue StandardError => e
  puts %({"end":"#{e.class}"})
end
