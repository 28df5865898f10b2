import { getServers } from 'node:dns';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

const text = (fallback: string) =>
  z
    .string()
    .optional()
    .transform((value) => value?.trim() || fallback);

/**
 * A setting that is `fallback` if it is blank, otherwise the result of `read`. If `read` returns null, the setting is
 * invalid.
 */
const setting = <Value, Fallback>(
  fallback: Fallback,
  read: (input: string) => Value | null,
  message: (input: string) => string,
) =>
  z
    .string()
    .optional()
    .transform((value, context): Value | Fallback => {
      const input = value?.trim();
      if (!input) return fallback;
      const result = read(input);
      if (result !== null) return result;
      context.addIssue({ code: 'custom', message: message(input) });
      return z.NEVER;
    });

/** Percent-encoded and with a host in ASCII, because headers contain URLs. */
const optionalUrl = setting(
  null,
  (input) => {
    const url = URL.parse(input);
    return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
  },
  (input) => `must be an http or https URL, but is "${input.replace(/^([a-z]+:\/\/)?.*@/i, '$1…@')}"`,
);

/** Clients decode the name and the password of a URL, and throw if that is not possible. */
const withDecodablePassword = <Schema extends z.ZodType<string | null>>(schema: Schema) =>
  schema.refine(
    (value) => {
      const { username = '', password = '' } = URL.parse(value ?? '') ?? {};
      try {
        return decodeURIComponent(username + password) !== null;
      } catch {
        return false;
      }
    },
    { message: 'must contain %25 for each % of its password' },
  );

/** A URL to which paths are appended, without a trailing slash. */
const optionalBase = optionalUrl.transform((value) => value?.replace(/\/+$/, '') ?? null);

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
};

/** Normalized to the form in which browsers send origins. */
const toOrigin = (url: string): string => new URL(url).origin;

/** A URL without a path: the site is always served from the root of its host. */
const optionalOrigin = optionalUrl
  .refine((value) => value === null || isOrigin(value), {
    message: 'must be a scheme and a host such as https://www.example.org and nothing else',
  })
  .transform((value) => value && toOrigin(value));

const wholeNumber = (fallback: number, min: number, max: number) =>
  setting(
    fallback,
    (input) => (/^\d+$/.test(input) && Number(input) >= min && Number(input) <= max ? Number(input) : null),
    (input) => `must be a whole number from ${min} to ${max}, but is "${input}"`,
  );

const flag = (fallback: boolean) =>
  setting(
    fallback,
    (input) => (/^(?:true|false)$/i.test(input) ? input.toLowerCase() === 'true' : null),
    (input) => `must be true or false, but is "${input.toLowerCase()}"`,
  );

/** Also with a host in another script, which the mail library converts. */
const isEmail = (value: string): boolean => {
  const ascii = value.replace(/(?<=@)[^@]+$/, (host) => domainToASCII(host));
  return z.email({ pattern: z.regexes.html5Email }).safeParse(ascii).success && /@[^@]+\.[^@]+$/.test(ascii);
};

/** Matches a password with a character that ends the host of a URL, which could be read as the URL of another host. */
const UNENCODED_PASSWORD = /\/\/.*[#/?].*@/;

/** The URL of a service. It may contain a password, so error messages never repeat the value. */
const serviceUrl = (schemes: readonly string[], example: string, path = /^/) =>
  setting(
    null,
    (input) => {
      const url = UNENCODED_PASSWORD.test(input) ? null : URL.parse(input);
      return url?.hostname && schemes.includes(url.protocol) && path.test(url.pathname) ? input : null;
    },
    () => `must be a URL such as ${example}; a password contains %23 for #, %2F for / and %3F for ?`,
  );

/** Matches a name without quotes that contains a special character of RFC 5322, such as the colon of a group. */
const NEEDS_QUOTES = /^(?!".*"$).*[()[\]\\:;,.@"]/;

const quoted = (name: string): string => (NEEDS_QUOTES.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name);

/** `name@example.com` or `Name <name@example.com>`, the name quoted if necessary; null when not set. */
const mailbox = setting(
  null,
  (input) => {
    const [, name = '', address = input] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(input) ?? [];
    if (!isEmail(address)) return null;
    return name.trim() === '' ? address : `${quoted(name.trim())} <${address}>`;
  },
  () => 'must be an email address, with or without a name before it',
);

const listOf = (isValid: (entry: string) => boolean, message: string) =>
  z
    .string()
    .optional()
    .transform((value) =>
      (value ?? '')
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .refine((entries) => entries.every(isValid), { message });

/** An IP address with an optional port: `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53`, `[2001:db8::53]:5353`. */
const toResolver = (entry: string): { readonly address: string; readonly port: number } | null => {
  const [, address = '', port = '53'] = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(entry) ??
    /^([^:]+):(\d{1,5})$/.exec(entry) ?? [entry, entry];
  return isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= 65_535 ? { address, port: Number(port) } : null;
};

const isHostName = (entry: string): boolean =>
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*\.?$/i.test(entry);

const emails = listOf(isEmail, 'must be email addresses with a comma between them');

/** As DNS answers are compared: in lower case, without the final dot. */
const hostNames = listOf(isHostName, 'must be host names with a comma between them').transform((names) =>
  names.map((name) => name.toLowerCase().replace(/\.$/, '')),
);

/** An IP address in the form that DNS answers are decoded to: IPv6 in lower case and as short as possible. */
const toAddress = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** All addresses (`/0`) are no network of proxies: the server would believe the address that any client claims. */
const isNetwork = (entry: string): boolean => Network.safeParse(entry).success && !entry.endsWith('/0');

/** A secret shared with another system, of at least 16 characters. Error messages never repeat the value. */
const sharedSecret = setting(
  null,
  (input) => (input.length >= 16 ? input : null),
  () => 'must have at least 16 characters',
);

const oneOf = <const Names extends readonly string[]>(names: Names, fallback: Names[number]) =>
  text(fallback).pipe(z.enum(names, { error: `must be one of ${names.join(', ')}` }));

/** All settings of the site. `.env.example` documents each of them. */
const Settings = z
  .object({
    HOST: text('0.0.0.0'),
    PORT: wholeNumber(8080, 1, 65_535),
    // Only shells replace or remove them. The directory would be in that of the release, and its mail would stay behind with the next one.
    DATA_DIR: text('.data').refine((path) => !/^[~$"']/.test(path), {
      message: 'must be a path without ~, $ or quotes',
    }),
    SITE_URL: optionalOrigin,
    SITE_NAME: text('Freehold'),
    SITE_DESCRIPTION: text(
      'Park your domains, earn from their traffic and sell them without commission. One platform for the whole portfolio.',
    ),
    SITE_SEPARATOR: text('·'),
    SITE_TITLE_SEPARATOR: text('|'),
    SITE_INDEXABLE: flag(process.env.NODE_ENV === 'production'),
    SITE_TRAILING_SLASH: flag(false),
    HSTS: oneOf(['host', 'subdomains', 'preload'], 'host'),
    SUPPORT_EMAIL: text('support@example.com').refine(isEmail, { message: 'must be an email address' }),
    LOGIN_URL: optionalUrl,
    PRIVACY_POLICY_URL: optionalUrl,
    TERMS_URL: optionalUrl,
    CMS_URL: withDecodablePassword(optionalBase),
    CMS_MEDIA_ORIGINS: listOf(
      isOrigin,
      'must be origins such as https://media.example.org with a comma between them',
    ).transform((origins) => origins.map(toOrigin)),
    CMS_TIMEOUT_MS: wholeNumber(2000, 50, 60_000),
    CMS_TTL_S: wholeNumber(60, 0, 86_400),
    CMS_USER: text(''),
    CMS_APP_PASSWORD: text(''),
    REVALIDATE_SECRET: sharedSecret,
    PREVIEW_SECRET: sharedSecret,
    // A database has a number, not a name.
    REDIS_URL: withDecodablePassword(
      serviceUrl(['redis:', 'rediss:'], 'redis://localhost:6379 or redis://localhost:6379/1', /^\/?\d*$/),
    ),
    // A colon separates the prefix from the rest of a Redis key. If prefixes contained one, keys of two sites could collide.
    REDIS_KEY_PREFIX: text('site').refine((value) => /^[\w-]{1,50}$/.test(value), {
      message: 'must be 1 to 50 letters, digits, hyphens or underscores',
    }),
    SMTP_URL: serviceUrl(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587'),
    MAIL_FROM: mailbox,
    MAIL_TO: emails,
    APPLICATION_MAIL_TO: emails,
    ABUSE_MAIL_TO: emails,
    MAIL_AUTO_REPLY: flag(false),
    MAIL_RETENTION_DAYS: wholeNumber(30, 1, 3650),
    CAPTCHA_PROVIDER: oneOf(['altcha', 'turnstile', 'hcaptcha', 'friendlycaptcha'], 'altcha'),
    CAPTCHA_SITE_KEY: text(''),
    CAPTCHA_SECRET: text(''),
    CAPTCHA_SCRIPT_URL: optionalUrl,
    CAPTCHA_VERIFY_URL: optionalUrl,
    CAPTCHA_COST: wholeNumber(2_000, 1, 100_000),
    // An empty value disables the icon API. If the variable is unset, the public API is used.
    ICON_API_URL: z.preprocess((input) => input ?? 'https://api.iconify.design', optionalBase),
    DNS_RESOLVERS: listOf(
      (entry) => toResolver(entry) !== null,
      'must be IP addresses such as 192.0.2.53 or [2001:db8::53]:5353 with a comma between them',
    ).transform((entries) => (entries.length > 0 ? entries : getServers()).flatMap((entry) => toResolver(entry) ?? [])),
    PARKING_NAMESERVERS: hostNames,
    PARKING_ADDRESSES: listOf((entry) => isIP(entry) !== 0, 'must be IP addresses with a comma between them').transform(
      (addresses) => addresses.map(toAddress),
    ),
    PARKING_CNAME: hostNames,
    DOMAIN_CHECKS_PER_MIN: wholeNumber(300, 0, 1_000_000),
    TRUST_PROXY: listOf(
      isNetwork,
      'must be networks such as 10.0.0.0/8 or 2001:db8::/32 with a comma between them, and not all addresses (/0)',
    ),
    METRICS_TOKEN: sharedSecret,
    RATE_LIMIT_PER_MIN: wholeNumber(3_000, 0, 1_000_000),
    MAX_CONNECTIONS: wholeNumber(2_000, 1, 1_000_000),
    REQUEST_TIMEOUT_S: wholeNumber(30, 1, 300),
    STOP_DRAIN_MS: wholeNumber(500, 0, 8_000),
    VERSION_POLL_S: wholeNumber(3_600, 1, 604_800),
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  })
  .superRefine(({ CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY, CAPTCHA_SECRET, CAPTCHA_SCRIPT_URL }, context) => {
    if (CAPTCHA_PROVIDER === 'altcha') return;
    if (CAPTCHA_PROVIDER === 'friendlycaptcha' && CAPTCHA_SCRIPT_URL) {
      context.addIssue({
        code: 'custom',
        path: ['CAPTCHA_SCRIPT_URL'],
        message: 'must be empty when CAPTCHA_PROVIDER is friendlycaptcha, whose script is part of the site',
      });
    }
    for (const [name, value] of Object.entries({ CAPTCHA_SITE_KEY, CAPTCHA_SECRET })) {
      if (!value)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `must be set when CAPTCHA_PROVIDER is ${CAPTCHA_PROVIDER}`,
        });
    }
  })
  .transform((settings) => {
    const mailTo = settings.MAIL_TO.length > 0 ? settings.MAIL_TO : [settings.SUPPORT_EMAIL];
    return {
      ...settings,
      SITE_URL: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
      MAIL_FROM: settings.MAIL_FROM ?? settings.SUPPORT_EMAIL,
      MAIL_TO: mailTo,
      APPLICATION_MAIL_TO: settings.APPLICATION_MAIL_TO.length > 0 ? settings.APPLICATION_MAIL_TO : mailTo,
      ABUSE_MAIL_TO: settings.ABUSE_MAIL_TO.length > 0 ? settings.ABUSE_MAIL_TO : mailTo,
    };
  });

export type Settings = z.output<typeof Settings>;

/**
 * Validates the settings.
 *
 * @throws {Error} with one line per invalid setting, each naming the setting and what it must be.
 */
export const readSettings = (source: Readonly<Record<string, string | undefined>>): Settings => {
  const result = Settings.safeParse(source);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
};

const readOrExit = (): Settings => {
  try {
    return readSettings(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
};

/** Read once at startup: if any setting is invalid, the process exits and prints one sentence per invalid setting. */
export const env: Settings = readOrExit();
