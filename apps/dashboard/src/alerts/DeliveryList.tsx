import type { ReactNode } from "react"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { outcomeText, outcomeTone, useOutcomeWords } from "./outcomeText.ts"

/** Shows the last messages to a channel or a webhook. The messages are loaded when a person opens the list. */
export const DeliveryList = <Delivery extends { readonly id: string }>({
  isOpen,
  label,
  none,
  onToggle,
  query,
  row
}: {
  readonly label: string
  readonly none: string
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly query: Parameters<typeof Loaded<ReadonlyArray<Delivery>>>[0]["query"]
  readonly row: (delivery: Delivery) => ReactNode
}) => (
  <details className={css["details"]} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
    <summary>{label}</summary>
    {isOpen ? (
      <Loaded query={query} rows={2}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className={css["small"]}>{none}</p>
          ) : (
            <ul className={css["list"]}>
              {deliveries.map((delivery) => (
                <li key={delivery.id}>{row(delivery)}</li>
              ))}
            </ul>
          )
        }
      </Loaded>
    ) : null}
  </details>
)

export const DeliveryHead = ({
  delivery,
  title,
  under
}: {
  readonly delivery: Parameters<typeof outcomeText>[1] & { readonly outcome: keyof typeof outcomeTone }
  readonly title: ReactNode
  readonly under: ReactNode
}) => {
  const words = useOutcomeWords()
  return (
    <div className={css["row"]}>
      <span className={css["grow"]}>
        <b>{title}</b>
        <span className={css["under"]}>{under}</span>
      </span>
      <span className={css["chip"]} data-state={outcomeTone[delivery.outcome]}>
        {outcomeText(words, delivery)}
      </span>
    </div>
  )
}
