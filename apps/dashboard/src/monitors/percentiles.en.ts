export const percentilesEn = {
  per: { quarter: "p95 per 15 minutes", hour: "p95 per hour", day: "p95 per day" },
  period: (range: string, checks: string, failed: string, average: string | null) =>
    `${range}: ${checks} ${checks === "1" ? "check" : "checks"}, ${failed} failed${average === null ? "" : `, ${average} on average`}.`,
  slowest: { quarter: "Slowest 15 minutes", hour: "Slowest hour", day: "Slowest day" },
  hints: {
    quarter: "p95 means that 95% of checks were faster.",
    hour: "p95 means that 95% of checks were faster. It is calculated per hour, not for the whole period.",
    day: "p95 means that 95% of checks were faster. It is calculated per day, not for the whole period."
  }
}
