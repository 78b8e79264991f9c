import { Fragment } from "react"

/** A sentence of the service in which commands and names stand between backticks. */
export const TextWithCode = ({ text }: { readonly text: string }) =>
  text
    .split(/`([^`]+)`/u)
    // Every second part stood between backticks.
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>))
