# Prints the components that Ruby's URI.parse returns for each input or, with a base, the result of URI.join.
require 'json'
require 'uri'

PARTS = %i[scheme userinfo host port path opaque query fragment].freeze

# With an FTP base, URI.join calls a method that most kinds of references do not have.
def join(base, input)
  { url: URI.join(base, input).to_s }
rescue URI::Error, NoMethodError => e
  { error: e.class.name }
end

def see(line)
  input, base = JSON.parse(line).values_at('input', 'base')
  return join(base, input) if base

  uri = URI.parse(input)
  PARTS.to_h { |part| [part, uri.public_send(part).to_s] }.reject { |_, value| value.empty? }
rescue URI::Error => e
  { error: e.class.name }
rescue JSON::ParserError => e
  # The input has a lone surrogate.
  { error: 'not-asked', why: e.message }
end

if ARGV == ['--version']
  puts RUBY_VERSION
else
  $stdin.set_encoding('UTF-8')
  $stdin.each_line { |line| puts JSON.generate(see(line)) }
end
