import type { Notification, NotificationChannel, NotificationType } from "@mon/model"
import { useState } from "react"
import { Link, useLocation, useSearch } from "wouter"
import { useDeliveries, useNotifications } from "../api/accountQueries.ts"
import { kindNames } from "../api/generalKinds.ts"
import { monitorPath } from "../api/monitors.ts"
import { useMonitors } from "../api/queries.ts"
import { RecipientName } from "../alerts/RecipientName.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { OlderRows } from "../ui/OlderRows.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { TextWithCode } from "../ui/TextWithCode.tsx"
import { Ago, Exact } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { eventText, outcomeText, outcomeTone, useOutcomeWords } from "../alerts/outcomeText.ts"

/** The types of notifications, in the order of the filter. */
const types = [
  "status_change",
  "ssl_expiry",
  "ssl_invalid",
  "domain_expiry",
  "email_health_alert",
  "email_health_recovery",
  "weekly_report"
] as const satisfies ReadonlyArray<NotificationType>

const Deliveries = ({ id }: { readonly id: string }) => {
  const outcomes = useOutcomeWords()
  const account = useAccountWords()
  const [isOpen, setOpen] = useState(false)
  const query = useDeliveries(id, isOpen)
  return (
    <details className={css["details"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{account.notifications.who}</summary>
      {isOpen ? (
        <Loaded query={query} rows={1}>
          {(deliveries) =>
            deliveries.length === 0 ? (
              <p className={css["small"]}>{account.notifications.nobody}</p>
            ) : (
              <ul className={css["text"]}>
                {deliveries.map((delivery) => {
                  const { attempts, createdAt, error, id: key, outcome, settledAt } = delivery
                  return (
                    <li key={key}>
                      <RecipientName delivery={delivery} />
                      <span className={css["under"]}>
                        <span className={outcome === "failed" ? css["bad"] : undefined}>
                          {outcomeText(outcomes, delivery)}
                        </span>{" "}
                        · <Exact at={settledAt ?? createdAt} />
                        {attempts > 1 ? ` · ${account.notifications.attempts(attempts)}` : ""}
                        {error === null || outcome === "suppressed" || outcome === "superseded" ? null : (
                          <>
                            {" · "}
                            <ServiceMessage message={error.message} />
                          </>
                        )}
                      </span>
                    </li>
                  )
                })}
              </ul>
            )
          }
        </Loaded>
      ) : null}
    </details>
  )
}

const Monitored = ({ notification }: { readonly notification: Notification }) => {
  const id = kindNames.map((kind) => notification[`${kind}Id`]).find((one) => one !== null) ?? null
  const monitor = (useMonitors().data ?? []).find((one) => one.id === id)
  if (id === null || monitor === undefined) return null
  return (
    <Link href={monitorPath(monitor)}>
      <bdi>{monitor.name}</bdi>
    </Link>
  )
}

const ChannelOutcomes = ({ channel }: { readonly channel: NotificationChannel }) => {
  const words = useOutcomeWords()
  const { channel: name, recipientCount, recipients } = channel
  const more = recipientCount - recipients.length
  return (
    <>
      {recipients.map((recipient, index) => (
        <span key={`${recipient.name} ${index}`} className={css["chip"]} data-state={outcomeTone[recipient.outcome]}>
          <RecipientName delivery={{ ...recipient, channel: name, recipient: recipient.isHidden ? null : "" }} />{" "}
          {outcomeText(words, recipient)}
        </span>
      ))}
      {more > 0 ? <span className={css["chip"]}>{words.more(more)}</span> : null}
    </>
  )
}

const Row = ({ notification }: { readonly notification: Notification }) => {
  const account = useAccountWords()
  const words = useOutcomeWords()
  const { channels, createdAt, id, kind, maintenanceWindow, message, outcome, suppressedBy, title, type } = notification
  const suppressor = { window: maintenanceWindow?.name ?? null, parent: suppressedBy?.name ?? null }
  return (
    <li>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <span className={css["strong"]}>{title}</span>
          <span className={css["under"]}>
            <TextWithCode text={message} />
          </span>
        </span>
        <span className={css["chips"]}>
          {channels.length === 0 ? (
            <span className={css["chip"]} data-state={outcomeTone[outcome]}>
              <bdi>{outcomeText(words, notification, suppressor)}</bdi>
            </span>
          ) : (
            channels.map((one) => <ChannelOutcomes key={one.channel} channel={one} />)
          )}
        </span>
      </div>
      <div className={`${css["row"]} ${css["small"]}`}>
        <Ago at={createdAt} />
        <span>{eventText(words, kind) ?? account.notifications.types[type]}</span>
        <Monitored notification={notification} />
      </div>
      <Deliveries id={id} />
    </li>
  )
}

const Notifications = () => {
  const account = useAccountWords()
  const [, navigate] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get("type")
  const type = types.find((one) => one === wanted) ?? null
  const query = useNotifications(type)
  const words = account.notifications
  return (
    <Screen title={words.title} actions={<Curl path={`/notifications${type === null ? "" : `?type=${type}`}`} />}>
      <div className={css["bar"]}>
        <select
          aria-label={words.filter}
          value={type ?? ""}
          onChange={({ target }) =>
            navigate(target.value === "" ? "/notifications" : `/notifications?type=${target.value}`, { replace: true })
          }
        >
          <option value="">{words.all}</option>
          {types.map((one) => (
            <option key={one} value={one}>
              {words.types[one]}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={query}>
        {({ pages }) => {
          const shown = pages.flat()
          if (shown.length === 0) {
            return (
              <Nothing
                title={type === null ? words.none : words.noneOfType}
                hint={type === null ? words.noneHint : words.types[type]}
              >
                {type === null ? (
                  <Link href="/settings/alerts">{account.settings.parts.alerts}</Link>
                ) : (
                  <Link href="/notifications">{words.all}</Link>
                )}
              </Nothing>
            )
          }
          return (
            <>
              <ul className={css["list"]}>
                {shown.map((notification) => (
                  <Row key={notification.id} notification={notification} />
                ))}
              </ul>
              <OlderRows query={query} label={words.more} />
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}

export default Notifications
