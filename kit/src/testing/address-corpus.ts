// Addresses that no parameter may ever lead to, in the disguises they come in. `host` is the source's own host.

/**
 * Addresses with which a caller may try to reach another host, such as spellings of 127.0.0.1, and unusual
 * ones of `host`, the host of the source.
 *
 * @example
 * hostileAddresses('www.lanterns.example')[0] // 'http://127.0.0.1/'
 */
export const hostileAddresses = (host: string): string[] => [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[fd00:ec2::254]/',
  'http://168.63.129.16/',
  `https://${host}@127.0.0.1/`,
  `https://127.0.0.1#@${host}/`,
  `https://${host}\\@127.0.0.1/`,
  `https://${host}.evil.tld/`,
  `https://evil.tld/${host}`,
  `https://${host}:6379/`,
  `https://user:pass@${host}/`,
  '//127.0.0.1/',
  `//${host}/`,
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'data:text/html,hello',
  `https://${host.replace('e', 'е')}/`,
  `https://${host}/../../admin`,
  `https://${host}/%2e%2e/admin`,
  `https://${host}/..%2fadmin`,
  `https://${host}/e/%2E.%2Fadmin`,
  `https://${host}/e%2f..`,
  `https://${host}/e/..%5cadmin`,
  `https://${host}/..;/admin`,
  `https://${host}//127.0.0.1/`,
  `https://${host}/\u0000`,
  `https:\\\\${host}\\e`,
]
