import type { ComponentProps, ReactNode } from "react"
import { Link } from "wouter"
import css from "./Button.module.css"

type Kind = "primary" | "plain" | "quiet" | "danger"

const classOf = (kind: Kind): string => `${css["button"]} ${css[kind]}`

export const Button = ({ kind = "plain", ...props }: ComponentProps<"button"> & { readonly kind?: Kind }) => (
  <button type="button" {...props} className={classOf(kind)} />
)

export const ButtonLink = ({
  children,
  href,
  kind = "plain",
  label
}: {
  readonly href: string
  readonly kind?: Kind
  /** The name for screen readers. Default: the visible text. */
  readonly label?: string
  readonly children: ReactNode
}) => (
  <Link href={href} className={classOf(kind)} aria-label={label}>
    {children}
  </Link>
)
