# What Ruby's URI.parse sees in each input.
require 'json'
require 'uri'

PARTS = %i[scheme userinfo host port path opaque query fragment].freeze

def see(line)
  uri = URI.parse(JSON.parse(line)['input'])
  PARTS.to_h { |part| [part, uri.public_send(part).to_s] }.reject { |_, value| value.empty? }
rescue URI::Error => e
  { error: e.class.name }
rescue JSON::ParserError => e
  # Half of a surrogate pair.
  { error: 'not-asked', why: e.message }
end

if ARGV == ['--version']
  puts RUBY_VERSION
else
  $stdin.set_encoding('UTF-8')
  $stdin.each_line { |line| puts JSON.generate(see(line)) }
end
