import { Fragment } from "react"

export const TextWithCode = ({ text }: { readonly text: string }) =>
  text
    .split(/`([^`]+)`/u)
    // The parts with odd indexes were between backticks.
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>))
