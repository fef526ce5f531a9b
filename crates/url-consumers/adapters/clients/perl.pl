# Fetches the URL in each line with the Perl client that the argument names.
use strict;
use warnings;

my ($name, $version) = @ARGV;
my $class = $name eq 'LWP' ? 'LWP::UserAgent' : $name;
eval "require $class; 1" or die "$class is not installed\n";
if ($version) {
    print $class->VERSION, "\n";
    exit;
}
$| = 1;
binmode STDIN, ':encoding(UTF-8)';
my $client = $name eq 'LWP'
    ? LWP::UserAgent->new(timeout => 5, max_redirect => 0)
    : HTTP::Tiny->new(timeout => 5, max_redirect => 0);
while (my $url = <STDIN>) {
    chomp $url;
    my $done = eval { $client->get($url); 1 };
    print '{"end":', ($done ? 0 : 1), "}\n";
}
