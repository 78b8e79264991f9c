import { type Claim, type CheckResultRow, plainCheck, Secrets } from "@mon/core-store"
import type { CheckResult } from "@mon/uptime-probe"

export const claim = (fields: Partial<Claim> = {}): Claim => ({
  accountKey: "1",
  monitorKey: "1",
  leaseToken: "00000000-0000-4000-8000-000000000001",
  kind: "domain",
  url: "https://shop.example.com/",
  hostname: "shop.example.com",
  timeoutMs: 5_000,
  state: "up",
  dueAt: 1_000,
  claimedAt: 1_000,
  leaseUntil: 16_000,
  ...plainCheck,
  ...fields
})

export const check = (fields: Partial<CheckResult> = {}): CheckResult => ({
  url: "https://shop.example.com/",
  startedAt: 1_000,
  outcome: "ok",
  verdict: "up",
  deterministic: false,
  message: null,
  statusCode: 200,
  totalUs: 150,
  timings: { dnsUs: 10, connectUs: 20, tlsUs: 30, waitUs: 40, downloadUs: 50 },
  bytesReceived: 1_000,
  heardFromServer: true,
  hops: [],
  finalUrl: "https://shop.example.com/",
  certificate: null,
  delayed: false,
  ...fields
})

/** A check that ended without a byte from the server. */
export const silentCheck: CheckResult = check({
  outcome: "connect_timeout",
  verdict: "down",
  message: "The server did not accept the connection in time.",
  statusCode: null,
  totalUs: null,
  bytesReceived: 0,
  heardFromServer: false
})

export const row = (fields: Partial<CheckResultRow> = {}): CheckResultRow => ({
  monitorKey: "1",
  leaseToken: "00000000-0000-4000-8000-000000000001",
  at: 1_000,
  verdict: "up",
  deterministic: false,
  suppressed: false,
  statusCode: 200,
  errorCode: null,
  errorMessage: null,
  responseUs: 150,
  dnsUs: 10,
  connectUs: 20,
  tlsUs: 30,
  waitUs: 40,
  downloadUs: 50,
  location: "default",
  stalled: false,
  ssl: null,
  redirect: null,
  ...fields
})

export const secrets = Secrets.layer(["a secret of at least 32 characters"])
