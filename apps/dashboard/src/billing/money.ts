/**
 * Formats an amount that is given in the smallest unit of its currency. In most currencies, this is a hundredth, and in
 * some the whole unit (ISO 4217).
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
