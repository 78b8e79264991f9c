import type { NotificationDelivery } from "@mon/model"
import { useLanguage } from "../words/language.ts"
import { useServiceName } from "./channelQueries.ts"

export const RecipientName = ({
  delivery: { channel, kind, name, recipient }
}: {
  readonly delivery: Pick<NotificationDelivery, "channel" | "kind" | "name" | "recipient">
}) => {
  const { incident } = useLanguage().words
  const service = useServiceName(kind)
  const called = name ?? (recipient === null ? incident.somebody : incident.deleted)
  return (
    <>
      <b>{service ?? incident.channels[channel]}</b> <bdi>{called}</bdi>
    </>
  )
}
