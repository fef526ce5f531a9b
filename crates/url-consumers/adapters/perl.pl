# Prints the results of Perl's URI for each input: those of all methods that the class of its scheme has.
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
    my $input = eval { $json->decode($line)->{input} };
    # JSON may contain lone surrogates, which Perl strings may not.
    my %seen = defined $input ? () : (error => 'not-asked', why => $@);
    defined $input and eval {
        my $uri = URI->new($input);
        for my $part (@parts) {
            my $value = $uri->can($part) ? $uri->$part : undef;
            $seen{$part} = "$value" if defined $value && $value ne '';
        }
        1;
    } or %seen or %seen = (error => 'die');
    print $json->encode(\%seen), "\n";
}
