import type { ChannelDeliveryRecord } from "@mon/model"
import { useState } from "react"
import { DeliveryHead, DeliveryList } from "../alerts/DeliveryList.tsx"
import { useOutcomeWords } from "../alerts/outcomeText.ts"
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
  const words = useScreenWords(channelsWords)
  const { attempts, createdAt, notifications, title } = delivery
  return (
    <>
      <DeliveryHead
        delivery={delivery}
        title={<bdi>{notifications > 1 ? words.summary(notifications) : title}</bdi>}
        under={<Exact at={createdAt} />}
      />
      <ul>
        {attempts.map((attempt) => (
          <Attempt key={attempt.at} attempt={attempt} />
        ))}
      </ul>
    </>
  )
}

export const ChannelDeliveries = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(channelsWords)
  const [isOpen, setOpen] = useState(false)
  const query = useChannelDeliveries(id, isOpen)
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
