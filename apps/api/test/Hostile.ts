/** Texts that often break programs: NUL and lone surrogates, SQL, headers, templates, paths, and very long texts. */
export const hostileTexts: ReadonlyArray<string> = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00\ud800",
  "' or 1=1 --",
  "'; drop table monitor; --",
  "\\'; select pg_sleep(10); --",
  "$1",
  "%s%n%x",
  "\r\nX-Evil: 1\r\n\r\n",
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}",
  "../../../etc/passwd",
  "__proto__",
  "\u202e\ufeff\u200b",
  "ﬁ İ ß",
  "1e309",
  "-0",
  "null",
  "https://127.0.0.1/",
  "x".repeat(100_000),
  "\u{1f4a9}".repeat(5_000)
]

/** Values of the wrong type for a field. */
export const wrongValues: ReadonlyArray<unknown> = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  [[]],
  [null],
  {},
  { __proto__: null, constructor: 1 },
  [{ id: "x" }],
  "text"
]

/** Invalid ids, encoded for a path. */
export const notIds: ReadonlyArray<string> = [
  "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e",
  "x",
  "0",
  "-1",
  "null",
  "%00",
  "%ff%fe",
  "%E0%A4%A",
  "%ed%a0%80",
  "%27%20or%201%3D1%20--",
  "%2e%2e%2f%2e%2e",
  "%0d%0aX-Evil:%201",
  "01981F6E-2A7B-7C31-9D1E-5A3F0C2B4D6E",
  "x".repeat(2_000)
]
