/**
 * Formats an amount in the smallest unit of its currency (ISO 4217). The smallest unit of most currencies is a
 * hundredth, and of some currencies the whole unit.
 */
export const money = (language: string, amount: number, currency: string): string => {
  const format = new Intl.NumberFormat(language, { style: "currency", currency: currency.toUpperCase() })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return (
    amount % 10 ** digits === 0
      ? new Intl.NumberFormat(language, {
          style: "currency",
          currency: currency.toUpperCase(),
          maximumFractionDigits: 0
        })
      : format
  ).format(amount / 10 ** digits)
}
