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
  ["SMTP", (probe, target) => probe.protocol({ type: "smtp", target, timeoutMs })],
  ["IMAP", (probe, target) => probe.protocol({ type: "imap", target, timeoutMs })],
  ["POP3", (probe, target) => probe.protocol({ type: "pop3", target, timeoutMs })],
  ["DNS", (probe, server) => probe.dns({ server, timeoutMs, name: "a.example", type: "A", transport: "tcp" })],
  ["WebSocket", (probe, target) => probe.webSocket({ url: `ws://${target}/`, timeoutMs })]
]
