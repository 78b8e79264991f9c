import type { ReactNode } from "react"
import css from "./FirstSteps.module.css"

export const FirstSteps = ({
  children,
  text: { hint, steps, title }
}: {
  readonly text: {
    readonly title: string
    readonly hint: string
    readonly steps: ReadonlyArray<readonly [title: string, hint: string]>
  }
  readonly children: ReactNode
}) => (
  <section className={css["welcome"]}>
    <h2>{title}</h2>
    <p>{hint}</p>
    <ol className={css["steps"]}>
      {steps.map(([step, about]) => (
        <li key={step}>
          <b>{step}</b>
          <p>{about}</p>
        </li>
      ))}
    </ol>
    {children}
  </section>
)
