/* What libcurl's URL API sees in each input, called as the program curl calls it. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the code point as UTF-8, and returns its end. */
static char *put(char *out, unsigned long point) {
    if (point < 0x80) {
        *out++ = (char)point;
    } else if (point < 0x800) {
        *out++ = (char)(0xC0 | point >> 6);
        *out++ = (char)(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        *out++ = (char)(0xE0 | point >> 12);
        *out++ = (char)(0x80 | (point >> 6 & 0x3F));
        *out++ = (char)(0x80 | (point & 0x3F));
    } else {
        *out++ = (char)(0xF0 | point >> 18);
        *out++ = (char)(0x80 | (point >> 12 & 0x3F));
        *out++ = (char)(0x80 | (point >> 6 & 0x3F));
        *out++ = (char)(0x80 | (point & 0x3F));
    }
    return out;
}

static unsigned long four_digits(const char *text) {
    char digits[5] = {0};
    memcpy(digits, text, 4);
    return strtoul(digits, NULL, 16);
}

/* Decodes the JSON string that is the value of the only member, in place. Sets whether it holds NUL. */
static char *decode(char *line, int *has_nul) {
    char *in = strchr(line, ':');
    in = in ? strchr(in, '"') : NULL;
    if (!in) {
        fprintf(stderr, "not {\"input\": ...}: %s\n", line);
        exit(2);
    }
    char *const start = ++in, *out = start;
    *has_nul = 0;
    while (*in && *in != '"') {
        if (*in != '\\') {
            *out++ = *in++;
            continue;
        }
        const char escape = in[1];
        in += 2;
        if (escape == 'u') {
            unsigned long point = four_digits(in);
            in += 4;
            if (point >= 0xD800 && point < 0xDC00) {
                point = 0x10000 + ((point - 0xD800) << 10) + (four_digits(in + 2) - 0xDC00);
                in += 6;
            }
            *has_nul |= point == 0;
            out = put(out, point);
        } else {
            static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
            const char *const known = strchr(from, escape);
            *out++ = known ? to[known - from] : escape;
        }
    }
    *out = 0;
    return start;
}

/* How many bytes of UTF-8 begin here; *valid says whether they are a character, or the beginning of one. */
static int character(const unsigned char *c, int *valid) {
    const int length = *c < 0x80 ? 1 : *c >= 0xC2 && *c < 0xE0 ? 2 : *c >= 0xE0 && *c < 0xF0 ? 3 : *c >= 0xF0 && *c < 0xF5 ? 4 : 0;
    const int least = *c == 0xE0 ? 0xA0 : *c == 0xF0 ? 0x90 : 0x80;
    const int greatest = *c == 0xED ? 0x9F : *c == 0xF4 ? 0x8F : 0xBF;
    int found = 1;
    while (found < length && c[found] >= (found == 1 ? least : 0x80) && c[found] <= (found == 1 ? greatest : 0xBF))
        found++;
    *valid = found == length;
    return found;
}

/* Writes a JSON member; what is no UTF-8 becomes U+FFFD. */
static void member(const char *separator, const char *name, const char *value) {
    printf("%s\"%s\":\"", separator, name);
    for (const unsigned char *c = (const unsigned char *)value; *c;) {
        int valid;
        const int length = character(c, &valid);
        if (!valid)
            printf("\\ufffd");
        else if (*c < 0x20 || *c == '"' || *c == '\\')
            printf("\\u%04x", *c);
        else
            fwrite(c, 1, length, stdout);
        c += length;
    }
    putchar('"');
}

static const struct {
    const char *name;
    CURLUPart part;
} PARTS[] = {
    {"scheme", CURLUPART_SCHEME}, {"user", CURLUPART_USER},   {"password", CURLUPART_PASSWORD}, {"host", CURLUPART_HOST},
    {"port", CURLUPART_PORT},     {"path", CURLUPART_PATH},   {"query", CURLUPART_QUERY},       {"fragment", CURLUPART_FRAGMENT},
};

static void see(const char *input) {
    CURLU *url = curl_url();
    const CURLUcode code = curl_url_set(url, CURLUPART_URL, input, CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME);
    if (code) {
        char number[16];
        snprintf(number, sizeof number, "%d", (int)code);
        member("", "error", number);
    } else {
        const char *separator = "";
        for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
            char *value = NULL;
            if (!curl_url_get(url, PARTS[i].part, &value, 0) && value && *value) {
                member(separator, PARTS[i].name, value);
                separator = ",";
            }
            curl_free(value);
        }
    }
    curl_url_cleanup(url);
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 1) {
        printf("%s\n", curl_version_info(CURLVERSION_NOW)->version);
        return 0;
    }
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        int has_nul;
        const char *const input = decode(line, &has_nul);
        putchar('{');
        /* A C string ends at NUL: the program curl cannot be given one. */
        if (has_nul)
            member("", "error", "NUL");
        else
            see(input);
        puts("}");
    }
    free(line);
    return 0;
}
