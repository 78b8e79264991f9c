import type { ServiceProbe, ServiceResult } from "../src/index.ts"

/** A check of a target in the form "host:port". */
type Check = (probe: ServiceProbe, target: string) => Promise<Omit<ServiceResult, "expectations">>

export const serviceChecks = (timeoutMs: number): ReadonlyArray<readonly [name: string, check: Check]> => [
  ["TCP", (probe, target) => probe.tcp({ target, timeoutMs, steps: [{ receive: "^never$" }] })],
  [
    "STARTTLS over TCP",
    (probe, target) => probe.tcp({ target, timeoutMs, steps: [{ send: "a" }, { startTls: true }] })
  ],
  ["TLS", (probe, target) => probe.tls({ target, timeoutMs })],
  ["SMTP", (probe, target) => probe.startTls({ target, timeoutMs, protocol: "smtp" })],
  ["IMAP", (probe, target) => probe.startTls({ target, timeoutMs, protocol: "imap" })],
  ["POP3", (probe, target) => probe.startTls({ target, timeoutMs, protocol: "pop3" })],
  ["DNS", (probe, server) => probe.dns({ server, timeoutMs, name: "a.example", type: "A", transport: "tcp" })],
  ["WebSocket", (probe, target) => probe.webSocket({ url: `ws://${target}/`, timeoutMs })]
]
