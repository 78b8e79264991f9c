import type { WebhookAttemptRecord, WebhookDeliveryRecord } from "@mon/model"
import { useState } from "react"
import { useWebhookDeliveries } from "../api/accountQueries.ts"
import { DeliveryHead, DeliveryList } from "../alerts/DeliveryList.tsx"
import css from "../ui/Screen.module.css"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { Exact } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"

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
  const { attempts, body, createdAt, event, title } = delivery
  return (
    <>
      <DeliveryHead
        delivery={delivery}
        title={title}
        under={
          <>
            {account.notifications.types[event === "test" ? "status_change" : event]} · <Exact at={createdAt} />
          </>
        }
      />
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
    </>
  )
}

export const WebhookDeliveries = ({ id }: { readonly id: string }) => {
  const words = useAccountWords().webhooks
  const [isOpen, setOpen] = useState(false)
  const query = useWebhookDeliveries(id, isOpen)
  return (
    <DeliveryList
      label={words.deliveries}
      none={words.noDeliveries}
      isOpen={isOpen}
      onToggle={setOpen}
      query={query}
      row={(delivery) => <Delivery delivery={delivery} />}
    />
  )
}
