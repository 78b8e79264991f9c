import type { WebhookAttemptRecord, WebhookDeliveryRecord } from "@mon/model"
import { useState } from "react"
import { useWebhookDeliveries } from "../api/accountQueries.ts"
import { outcomeText, outcomeTone, useOutcomeWords } from "../alerts/outcomeText.ts"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { Exact } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"

/** A body with indentation, as far as it is JSON. */
const indented = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const Attempt = ({ attempt }: { readonly attempt: WebhookAttemptRecord }) => {
  const { format, words } = useLanguage()
  const account = useAccountWords().webhooks
  const { at, durationMs, error, status, statusCode } = attempt
  return (
    <li className={css["small"]}>
      <Exact at={at} />{" "}
      <b className={status === "failed" ? css["bad"] : status === "sent" ? css["good"] : undefined}>
        {statusCode === null
          ? status === null
            ? account.running
            : account.noAnswer
          : words.incident.status(statusCode)}
      </b>
      {durationMs === null ? "" : ` · ${format.milliseconds(durationMs)}`}
      {error === null ? null : (
        <>
          {" · "}
          <ServiceMessage message={error.message} />
        </>
      )}
    </li>
  )
}

const Delivery = ({ delivery }: { readonly delivery: WebhookDeliveryRecord }) => {
  const account = useAccountWords()
  const outcomes = useOutcomeWords()
  const { attempts, body, createdAt, event, outcome, title } = delivery
  return (
    <li>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <b>{title}</b>
          <span className={css["under"]}>
            {account.notifications.types[event === "test" ? "status_change" : event]} · <Exact at={createdAt} />
          </span>
        </span>
        <span className={css["chip"]} data-state={outcomeTone[outcome]}>
          {outcomeText(outcomes, delivery)}
        </span>
      </div>
      <ul>
        {attempts.map((attempt) => (
          <Attempt key={attempt.at} attempt={attempt} />
        ))}
      </ul>
      {body === null ? null : (
        <details className={css["details"]}>
          <summary>{account.webhooks.body}</summary>
          <code className={css["code"]} tabIndex={0}>
            {indented(body)}
          </code>
        </details>
      )}
    </li>
  )
}

/** The last events for a webhook, with their bodies and answers. They are read when somebody opens the list. */
export const WebhookDeliveries = ({ id }: { readonly id: string }) => {
  const words = useAccountWords().webhooks
  const [isOpen, setOpen] = useState(false)
  const query = useWebhookDeliveries(id, isOpen)
  return (
    <details className={css["details"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.deliveries}</summary>
      {isOpen ? (
        <Loaded query={query} rows={2}>
          {(deliveries) =>
            deliveries.length === 0 ? (
              <p className={css["small"]}>{words.noDeliveries}</p>
            ) : (
              <ul className={css["list"]}>
                {deliveries.map((delivery) => (
                  <Delivery key={delivery.id} delivery={delivery} />
                ))}
              </ul>
            )
          }
        </Loaded>
      ) : null}
    </details>
  )
}
