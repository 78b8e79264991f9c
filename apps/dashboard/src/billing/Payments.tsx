import { usePayments } from "../api/accountQueries.ts"
import { Card } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import { money } from "./money.ts"

const good = new Set(["paid"])
const open = new Set(["open", "pending"])

const isLink = (url: string | null): url is string => url !== null && /^https?:\/\//iu.test(url)

/** Shows payments with their receipts. Without payments, the card appears only for an account that can pay. */
export const Payments = ({ isShownEmpty }: { readonly isShownEmpty: boolean }) => {
  const { format, words: common } = useLanguage()
  const words = useAccountWords().billing
  const query = usePayments()
  if (!isShownEmpty && query.data?.length === 0) return null
  return (
    <Card title={words.payments}>
      <Loaded query={query} rows={2}>
        {(payments) =>
          payments.length === 0 ? (
            <p className={css["soft"]}>{words.noPayments}</p>
          ) : (
            <div className={css["scroll"]} role="region" aria-label={words.everyPayment} tabIndex={0}>
              <table className={css["table"]} aria-label={words.everyPayment}>
                <thead>
                  <tr>
                    <th scope="col">{words.date}</th>
                    <th scope="col">{words.what}</th>
                    <th scope="col">{words.status}</th>
                    <th scope="col" className={css["number"]}>
                      {words.amount}
                    </th>
                    <th scope="col">{words.receipt}</th>
                  </tr>
                </thead>
                <tbody>
                  {payments.map(({ amountCents, createdAt, currency, description, id, receiptUrl, status }) => (
                    <tr key={id}>
                      <td>{format.date(Date.parse(createdAt))}</td>
                      <td>{words.booked(description)}</td>
                      <td>
                        <span
                          className={css["chip"]}
                          data-state={good.has(status) ? "good" : open.has(status) ? "fair" : "bad"}
                        >
                          {words.paymentStatus[status]}
                        </span>
                      </td>
                      <td className={css["number"]}>{money(common.language, amountCents, currency)}</td>
                      <td>
                        {isLink(receiptUrl) ? (
                          <a href={receiptUrl} target="_blank" rel="noreferrer noopener">
                            {words.open}
                          </a>
                        ) : (
                          "–"
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}
