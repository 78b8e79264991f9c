import type { ChannelDeliveryRecord } from "@mon/model"
import { useState } from "react"
import { outcomeText, outcomeTone, useOutcomeWords } from "../alerts/outcomeText.ts"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { serviceText } from "../words/serviceText.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useChannelDeliveries } from "../alerts/channelQueries.ts"
import { channelsWords } from "../alerts/channelsWords.ts"

type AttemptRecord = ChannelDeliveryRecord["attempts"][number]

const Attempt = ({ attempt }: { readonly attempt: AttemptRecord }) => {
  const { format, words: common } = useLanguage()
  const { outcomes } = useOutcomeWords()
  const words = useScreenWords(channelsWords)
  const { at, durationMs, error, status } = attempt
  return (
    <li className={css["small"]}>
      <Exact at={at} />{" "}
      <b className={status === "failed" ? css["bad"] : status === "sent" ? css["good"] : css["fair"]}>
        {status === null ? words.unknownResult : outcomes[status === "sent" ? "delivered" : "failed"]}
      </b>
      {durationMs === null ? "" : ` · ${format.milliseconds(durationMs)}`}
      {error === null ? "" : ` · ${serviceText(common, error.message)}`}
    </li>
  )
}

const Delivery = ({ delivery }: { readonly delivery: ChannelDeliveryRecord }) => {
  const outcomes = useOutcomeWords()
  const words = useScreenWords(channelsWords)
  const { attempts, createdAt, notifications, outcome, title } = delivery
  return (
    <li>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <b>
            <bdi>{notifications > 1 ? words.summary(notifications) : title}</bdi>
          </b>
          <span className={css["under"]}>
            <Exact at={createdAt} />
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
    </li>
  )
}

/** The last messages to a channel. They are read when somebody opens the list. */
export const ChannelDeliveries = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(channelsWords)
  const [isOpen, setOpen] = useState(false)
  const query = useChannelDeliveries(id, isOpen)
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
