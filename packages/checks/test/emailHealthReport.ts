import type { EmailHealthReport } from "../src/index.ts"

const part = { status: "ok", score: 100, weight: 20 } as const

/** A complete report of a healthy domain. */
export const reportOf = (domain: string, more: Partial<EmailHealthReport> = {}): EmailHealthReport => ({
  domain,
  score: 100,
  grade: "A",
  incomplete: false,
  parked: false,
  checkedAt: "2026-01-01T00:00:00.000Z",
  mx: part,
  spf: { ...part, weight: 25 },
  dkim: part,
  dmarc: { ...part, weight: 25 },
  blacklist: { ...part, weight: 10, listings: [] },
  findings: [],
  ...more
})
