# What Perl's URI sees in each input: the methods that the class of the scheme has.
use strict;
use warnings;
use JSON::PP;
use URI;

if (@ARGV) {
    print "$URI::VERSION\n";
    exit;
}
my @parts = qw(scheme userinfo host port path query fragment);
my $json = JSON::PP->new->utf8->canonical;
while (my $line = <STDIN>) {
    my $input = $json->decode($line)->{input};
    my %seen;
    eval {
        my $uri = URI->new($input);
        for my $part (@parts) {
            my $value = $uri->can($part) ? $uri->$part : undef;
            $seen{$part} = "$value" if defined $value && $value ne '';
        }
        1;
    } or %seen = (error => 'die');
    print $json->encode(\%seen), "\n";
}
