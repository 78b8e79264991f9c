import { Fragment } from "react"

/** Shows a sentence of the service. Text between backticks becomes code. */
export const TextWithCode = ({ text }: { readonly text: string }) =>
  text
    .split(/`([^`]+)`/u)
    // Every second part was between backticks.
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>))
