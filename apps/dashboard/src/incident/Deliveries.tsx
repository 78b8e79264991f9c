import type { NotificationDelivery } from "@mon/model"
import { eventText, outcomeText, useOutcomeWords } from "../alerts/outcomeText.ts"
import { RecipientName } from "../alerts/RecipientName.tsx"
import { Card } from "../ui/Card.tsx"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Incident.module.css"

/** Shows the messages about an incident, or the sentence `none` if there are none. */
export const Deliveries = ({
  deliveries,
  none
}: {
  readonly deliveries: ReadonlyArray<NotificationDelivery>
  readonly none: string
}) => {
  const { words } = useLanguage()
  const outcomes = useOutcomeWords()
  return (
    <Card title={words.incident.notified}>
      {deliveries.length === 0 ? (
        <p className={css["soft"]}>
          <bdi>{none}</bdi>
        </p>
      ) : (
        <ul className={css["deliveries"]}>
          {deliveries.map((delivery) => {
            const { createdAt, error, event, id, isUpdate, onCall, outcome, reminder, settledAt, step } = delivery
            const said = eventText(outcomes, event)
            return (
              <li key={id}>
                <RecipientName delivery={delivery} />
                <span className={outcome === "failed" ? css["bad"] : css["soft"]}>
                  {said === null ? null : <b>{said} · </b>}
                  {step === null ? null : `${words.incident.step(step)} · `}
                  {reminder === null ? null : `${words.incident.reminder(reminder)} · `}
                  {onCall === null ? null : `${words.incident.onCall[onCall.kind](onCall.schedule)} · `}
                  {isUpdate ? `${words.incident.update} · ` : null}
                  {outcomeText(outcomes, delivery)} · <Exact at={settledAt ?? createdAt} />
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
      )}
    </Card>
  )
}
