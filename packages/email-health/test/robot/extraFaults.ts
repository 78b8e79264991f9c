import type { Fault, Faults } from "./Fault.ts"
import { nodeAt } from "./World.ts"

const text =
  (label: string, ...records: ReadonlyArray<string>): Fault =>
  (world) => {
    nodeAt(world, `${label}.${world.domain}`).TXT = records
  }

export const EXTRA_FAULTS: Faults = {
  "TLS reports without mailto": text("_smtp._tls", "v=TLSRPTv1; rua=t@reports.example.net"),
  "TLS reports without a semicolon": text("_smtp._tls", "v=TLSRPTv1 rua=mailto:t@reports.example.net"),
  "TLS reports in lower case": text("_smtp._tls", "v=tlsrptv1; rua=mailto:t@reports.example.net"),
  "TLS reports without an address": text("_smtp._tls", "v=TLSRPTv1;"),
  "two TLS report records": text(
    "_smtp._tls",
    "v=TLSRPTv1; rua=mailto:t@reports.example.net",
    "v=TLSRPTv1; rua=https://reports.example.net/tls"
  ),
  "MTA-STS with a bad id": text("_mta-sts", "v=STSv1; id=2026-11-22"),
  "MTA-STS without an id": text("_mta-sts", "v=STSv1;"),
  "MTA-STS in lower case": text("_mta-sts", "v=stsv1; id=1"),
  "two MTA-STS records": text("_mta-sts", "v=STSv1; id=1", "v=STSv1; id=2"),
  "BIMI without https": text("default._bimi", "v=BIMI1; l=http://example.net/logo.svg"),
  "two BIMI records": text("default._bimi", "v=BIMI1; l=https://example.net/a.svg", "v=BIMI1; l="),
  "BIMI in lower case": text("default._bimi", "v=bimi1; l=https://example.net/a.svg")
}
