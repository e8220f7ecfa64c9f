import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecret, redact } from '../../../src/core/redact.ts';

/** A credential without order in it, put together here so that no scanner mistakes this file for one that holds some. */
function letters(length: number, alphabet = 'qW7eR9tY2uI4oP6aS8dF1gH3jK5lZ0xCvBnM'): string {
  let state = length;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return alphabet[Math.floor(state / 65_536) % alphabet.length];
  };
  return Array.from({ length }, next).join('');
}

const capitals = (length: number) => letters(length, 'Q7W2E9R4T6YUIOP3ASD5FGH');
const hexadecimal = (length: number) => letters(length, '9c2e7a41f0b6d835');
const base64 = (text: string) => btoa(text);
const base64Url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const webToken = [
  base64Url('{"typ":"JWT","alg":"HS256"}'),
  base64Url('{"sub":"u-7","exp":1893456000}'),
  letters(43),
].join('.');
const privateKey = (label: string, body = `\n${letters(64)}\n${letters(40)}\n`) =>
  `-----BEGIN ${label}-----${body}-----END ${label}-----`;

/** The kind that is found, the text before it, the credential itself, the text behind it. */
const POSITIVES: readonly (readonly [kind: string, before: string, secret: string, after: string])[] = [
  ['anthropic-api-key', 'my key is ', `sk-${`ant-api03-${letters(80)}`}`, ', keep it'],
  ['anthropic-api-key', '"', `sk-${`ant-oat01-${letters(40)}_${letters(9)}`}`, '"'],
  ['openai-api-key', 'use ', `sk-${`proj-${letters(60)}-${letters(20)}`}`, '.'],
  ['openai-api-key', '', `sk-${`svcacct-${letters(60)}`}`, ''],
  ['api-key', 'export OPENAI_API_KEY=', `sk-${letters(48)}`, '\n'],
  ['api-key', 'OPENAI_API_KEY=', `sk-${hexadecimal(32)}`, ''],
  ['openrouter-api-key', '(', `sk-${`or-v1-${hexadecimal(64)}`}`, ')'],
  ['google-api-key', 'https://maps.test/staticmap?key=', `AI${`za${letters(33)}-_`}`, '&zoom=3'],
  ['google-api-key', 'key: ', `AQ${`.Ab8${letters(40)}`}`, ''],
  ['google-access-token', 'token ', `ya${`29.${letters(60)}`}`, ''],
  ['google-refresh-token', '"', `1/${`/0${letters(50)}`}`, '"'],
  ['google-client-secret', '', `GOC${`SPX-${letters(28)}`}`, ''],
  ['groq-api-key', '', `gs${`k_${letters(52)}`}`, ''],
  ['xai-api-key', '', `xa${`i-${letters(80)}`}`, ''],
  ['hugging-face-token', 'login --token ', `h${`f_${letters(34)}`}`, ''],
  ['github-token', 'https://', `gh${`p_${letters(36)}`}`, '@github.com/a/b.git'],
  ['github-token', '', `github${`_pat_${letters(22)}_${letters(59)}`}`, ''],
  ['gitlab-token', '', `glp${`at-${letters(20)}`}`, ''],
  ['aws-access-key', 'aws_access_key_id = ', `AK${`IA${capitals(16)}`}`, ''],
  ['aws-access-key', '', `AS${`IA${capitals(16)}`}`, '\n'],
  ['api-key', 'aws_secret_access_key = ', letters(40), ''],
  ['slack-token', '', `xo${`xb-7029384756-8192736450-${letters(24)}`}`, ''],
  ['slack-token', '', `xo${`xp-7029384756-${letters(24)}`}`, ''],
  ['replicate-token', '', `r${`8_${letters(37)}`}`, ''],
  ['perplexity-api-key', '', `pp${`lx-${letters(48)}`}`, ''],
  ['nvidia-api-key', '', `nv${`api-${letters(64)}`}`, ''],
  ['fireworks-api-key', '', `f${`w_${letters(24)}`}`, ''],
  ['bearer-token', "curl -H 'authz: Bearer ", letters(32), "' https://api.test"],
  ['bearer-token', 'bearer\t', `${letters(20)}.${letters(20)}`, ''],
  ['authorization-header', 'Authorization: Basic ', 'dXNlcjpwYXNz', ''],
  ['authorization-header', 'GET / HTTP/1.1\r\nAuthorization: Basic ', base64('ops:hunter2!x'), '\r\nHost: a.test\r\n'],
  ['authorization-header', 'Proxy-Authorization: Digest ', 'x', ''],
  ['authorization-header', '{"authorization": "token ', letters(24), '"}'],
  ['api-key', 'x-api-key: ', 'abc', ''],
  ['api-key', 'x-goog-api-key: ', 'abc', ''],
  ['api-key', 'api-key: ', 'abc', ' '],
  ['api-key', 'x-auth-token: ', 'abc', '\n'],
  ['api-key', 'curl https://a.test -H "x-api-key: ', hexadecimal(32), '"'],
  ['api-key', 'https://a.test/v1?q=x&api_key=', hexadecimal(32), '&page=2'],
  ['api-key', '{\\"apiKey\\": \\"', letters(32), '\\"}'],
  ['api-key', 'os.environ["SOME_API_KEY"] = "', letters(32), '"'],
  ['api-key', 'https://a.test/cb#access_token=', letters(24), '&state=1'],
  ['cookie', 'Cookie: ', 's=1', ''],
  ['cookie', 'HTTP/1.1 200 OK\nSet-Cookie: ', `session=${letters(32)}; Path=/; HttpOnly`, '\nDate: now'],
  ['json-web-token', '"', webToken, '"'],
  ['json-web-token', 'Authorization: Bearer ', webToken, ''],
  ['private-key', 'key:\n', privateKey('PRIVATE KEY'), '\n'],
  [
    'private-key',
    '',
    privateKey(
      'RSA PRIVATE KEY',
      `\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${capitals(32)}\n\n${letters(64)}\n`,
    ),
    '',
  ],
  ['private-key', '"', privateKey('EC PRIVATE KEY', `\\n${letters(64)}\\n`), '\\n"'],
  ['private-key', '', privateKey('OPENSSH PRIVATE KEY').slice(0, -33), ''],
  ['url-password', 'postgres://app:', letters(12), '@db.test:5432/app'],
  ['url-password', 'redis://:', letters(12), '@cache.test'],
  ['url-password', 'https://build:', 'p@ss:word9', '@git.test/x.git'],
  ['anthropic-api-key', '{"text":"line\\n', `sk-${`ant-api03-${letters(40)}`}`, '\\n"}'],
  ['openai-api-key', 'q=%20', `sk-${`proj-${letters(40)}`}`, '%20'],
];

const NEGATIVES: readonly (readonly [what: string, text: string])[] = [
  ['a placeholder of documentation', 'export OPENAI_API_KEY=sk-...'],
  ['a placeholder with x', `sk-${'x'.repeat(48)}`],
  ['a placeholder with a word', `sk-${'ant-your-api-key-goes-here-0001'}`],
  ['a placeholder that counts', `sk-${`1234567890abcdef${letters(20)}`}`],
  ['a placeholder in angle brackets', 'Authorization: Bearer <token>'],
  ['a placeholder in capitals', 'Authorization: Bearer YOUR_API_KEY'],
  ['a placeholder of a shell', `curl -H "Authorization: Bearer $OPENAI_API_KEY" -H "x-api-key: \${ANTHROPIC_API_KEY}"`],
  ['a placeholder of a template', 'x-api-key: {{api_key}}'],
  ['a redacted value', 'Authorization: Bearer [redacted bearer-token]'],
  ['stars', 'x-api-key: ********'],
  ['a name alone', 'Set the `x-api-key: ` header, or pass api_key=None.'],
  ['the key of a tutorial', `AK${'IAIOSFODNN7EXAMPLE'}`],
  ['code that names a variable', 'const client = new OpenAI({ apiKey: process.env.OPENAI_API_KEY_2 });'],
  [
    'code that declares a type',
    'interface Options { apiKey: string; accessToken?: string; clientSecret: SecretString }',
  ],
  ['code that calls a function', 'api_key = get_secret_value("projects/4711/secrets/key")'],
  ['code with a name of its own', 'access_token = refreshed_access_token_value_v2'],
  [
    'a sentence about bearer tokens',
    'Bearer authentication-with-tokens requires a bearer token in the authorization header.',
  ],
  [
    'a sentence about cookies',
    'Cookie: a small text that a browser keeps. Set-Cookie: is its header, as in Set-Cookie: id=a3fWa.',
  ],
  ['a message about keys', 'API key: required. Secret: the quick brown fox. Password: none'],
  [
    'basic credentials of documentation',
    'see RFC 7617: Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ== is "Aladdin:open sesame"',
  ],
  [
    'the token of every tutorial',
    `${base64Url('{"alg":"HS256","typ":"JWT"}')}.${base64Url('{"sub":"1234567890","name":"John Doe"}')}.${letters(43)}`,
  ],
  ['three dotted segments that are no token', `eyJ${letters(30)}.${letters(30)}.${letters(30)}`],
  ['two segments of a token', `${base64Url('{"alg":"HS256"}')}.${letters(30)}`],
  ['a first line without a key', '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'],
  ['a public key', privateKey('PUBLIC KEY')],
  ['a certificate', privateKey('CERTIFICATE')],
  ['a URL with a port', 'http://localhost:8080/a@b and https://user@host.test:443/x'],
  ['a URL with the password of documentation', 'postgres://user:password@localhost/db and http://abc:xyz@example.com'],
  ['a URL with a placeholder', `https://user:\${PASSWORD_4711}@a.test and https://user:<password>@a.test`],
  ['a URL with an account', 'mailto:a@b.test, ssh://git@github.com/a/b.git, https://t.test/@handle:7'],
  [
    'a signed URL',
    `https://bucket.test/x.png?X-Amz-Credential=AK${`IA${capitals(16)}`}%2F20260101&X-Amz-Signature=${hexadecimal(64)}`,
  ],
  ['a UUID', '550e8400-e29b-41d4-a716-446655440000'],
  [
    'ids of tools',
    `call_${letters(24)} toolu_01${letters(22)} fc_${hexadecimal(48)} srvtoolu_01${letters(22)} chatcmpl-${letters(29)}`,
  ],
  [
    'ids of responses',
    `resp_${hexadecimal(48)} msg_01${letters(22)} rs_${hexadecimal(48)} conv_${hexadecimal(48)} file-${letters(22)}`,
  ],
  ['encrypted reasoning', `gAAAAAB${letters(400)}==`],
  ['a signature', `EqQB${letters(300)}/${letters(40)}+${letters(80)}=`],
  ['media', `data:image/png;base64,iVBORw0KGgo${letters(4000)}/AKIA${capitals(16)}/sk+${letters(90)}==`],
  ['a hash', `sha256:${hexadecimal(64)}`],
  ['a page token', `"nextPageToken": "${letters(40)}", "next_page_token": "${letters(40)}"`],
  ['usage counters', '"max_tokens": 4096, "cache_read_input_tokens": 1234567890123456'],
  ['a slug', 'https://blog.test/sk-learn-or-pytorch-which-one-2026 task-sk-2026-planning-for-everyone'],
  [
    'a word that begins as a key does',
    'hf_transfer_enabled_by_default xai-explainability-of-models fw_update_available',
  ],
  ['an empty text', ''],
];

describe('findSecret', () => {
  it.each(POSITIVES.map(([kind, before, secret, after], index) => ({ kind, before, secret, after, index })))(
    '[U-SEC-2] finds a credential exactly: $kind ($index)',
    ({ kind, before, secret, after }) => {
      expect(findSecret(before + secret + after)).toEqual({ kind, index: before.length, length: secret.length });
    },
  );

  it.each(NEGATIVES)('[U-SEC-2] takes %s for no credential', (_what, text) => {
    expect(findSecret(text)).toBeUndefined();
  });

  it('[U-SEC-2] is tested on at least 40 credentials and 40 harmless texts', () => {
    expect(Math.min(POSITIVES.length, NEGATIVES.length)).toBeGreaterThanOrEqual(40);
  });

  it('[U-SEC-2] finds a credential anywhere in a long text', () => {
    const secret = `sk-${`ant-api03-${letters(40)}`}`;
    for (let offset = 0; offset < 40; offset++) {
      const text = `${'word '.repeat(2_000)}${'.'.repeat(offset)} ${secret} ${'word '.repeat(2_000)}`;
      expect(findSecret(text)?.index).toBe(text.indexOf(secret));
    }
  });

  it('[U-SEC-2] takes random base64, base64url and hexadecimal text for no credential', () => {
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 300 });
    fc.assert(
      fc.property(bytes, (data) => {
        const text = btoa(String.fromCharCode(...data));
        const forms = [
          text,
          text.replaceAll('+', '-').replaceAll('/', '_'),
          Array.from(data, (byte) => byte.toString(16)).join(''),
        ];
        for (const form of forms) expect(findSecret(form)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe('redact', () => {
  it('[U-SEC-2] [U-SEC-4] replaces every credential and nothing else', () => {
    for (const [kind, before, secret, after] of POSITIVES) {
      expect(redact(before + secret + after)).toBe(`${before}[redacted ${kind}]${after}`);
    }
    for (const [, text] of NEGATIVES) expect(redact(text)).toBe(text);
  });

  it('[U-SEC-4] replaces several in one text, and changes nothing when it is done again', () => {
    const key = `sk-${`ant-api03-${letters(40)}`}`;
    const text = `a ${key} b postgres://app:${letters(12)}@db.test c api_key=${letters(32)} d ${privateKey('PRIVATE KEY')} e ${key}`;
    const redacted = redact(text);
    expect(redacted).toBe(
      'a [redacted anthropic-api-key] b postgres://app:[redacted url-password]@db.test c api_key=[redacted api-key] d [redacted private-key] e [redacted anthropic-api-key]',
    );
    expect(redact(redacted)).toBe(redacted);
  });

  it('[U-SEC-4] leaves no end of a credential behind where two overlap', () => {
    const text = `Cookie: session=${webToken}; theme=dark`;
    expect(redact(text)).toBe('Cookie: [redacted cookie]');
  });

  it('[U-SEC-5] stays linear on text that is made to be slow', () => {
    const megabyte = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));
    const texts = [
      'api_key=',
      'eyJhbGciOiJIUzI1NiJ9.',
      'x://a:',
      'bearer ',
      'Authorization: Basic ',
      '-----BEGIN PRIVATE KEY-----',
      '"\\:',
      'Cookie: a=',
    ];
    for (const text of [...texts, `${letters(250)}://`, `api_key="${'a'.repeat(300)}"`, `sk-${'a'.repeat(90)} `]) {
      expect(redact(megabyte(text)).length).toBeGreaterThan(0);
    }
    expect(redact(`api_key=${letters(1_000_000)}`) === 'api_key=[redacted api-key]').toBe(true);
  });
});
