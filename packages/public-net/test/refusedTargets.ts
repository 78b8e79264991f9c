/**
 * URLs that must not be requested, each with the addresses of its host name. They are taken from the tests of
 * request-filtering-agent 3.2.0 (MIT). PORT stands for the port of the test server.
 */
export const refusedTargets: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["http://0.0.0.0:PORT", []],
  ["http://[::]:PORT", []],
  ["http://127.0.0.1:PORT", []],
  ["http://[::1]:PORT", []],
  ["http://[0:0:0:0:0:0:0:1]:PORT", []],
  ["http://[0:0:0:0:0:ffff:127.0.0.1]:PORT", []],
  ["http://[::ffff:127.0.0.1]:PORT", []],
  ["http://[::ffff:7f00:1]:PORT", []],
  ["http://127.0.1:PORT", []],
  ["http://127.1:PORT", []],
  ["http://0177.00.01:PORT", []],
  ["http://0177.01:PORT", []],
  ["http://017700000001:PORT", []],
  ["http://0x7f.0x0.0x0.0x1:PORT", []],
  ["http://0x7f.0x0.0x1:PORT", []],
  ["http://0x7f.0x1:PORT", []],
  ["http://0x7f000001:PORT", []],
  ["http://127.0.0.1.nip.io:PORT/", ["127.0.0.1"]],
  ["https://127.0.0.1.nip.io:PORT/", ["127.0.0.1"]],
  ["http://localhost:PORT", ["127.0.0.1", "::1"]],
  ["http://localhost", ["127.0.0.1"]],
  ["https://localhost", ["127.0.0.1"]],
  ["http://169.254.169.254", []],
  ["http://169.254.169.254.nip.io", ["169.254.169.254"]],
  ["http://169.254.169.254/latest/user-data", []],
  ["http://169.254.169.254/computeMetadata/v1/", []],
  ["http://one-of-two.example.com:PORT", ["9.9.9.9", "127.0.0.1"]]
]
