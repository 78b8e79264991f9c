import { SHORT_PAGE, type Signature } from "./Signature.ts"

const verified = "2026-11"

/** Pages of programs that failed, with any status. */
export const applicationErrors: ReadonlyArray<Signature> = [
  {
    name: "WordPress (no database connection)",
    source: ["error establishing a database connection"],
    maxVisible: SHORT_PAGE,
    reference: "developer.wordpress.org/reference/functions/dead_db",
    verified
  },
  {
    name: "WordPress",
    source: ["there has been a critical error on this website"],
    maxVisible: SHORT_PAGE,
    reference: "wp-includes/class-wp-fatal-error-handler.php",
    verified
  },
  {
    name: "ASP.NET",
    source: ["server error in '", "' application."],
    maxVisible: SHORT_PAGE,
    reference: "Runtime error page of ASP.NET; learn.microsoft.com quotes it, Mono and others write the same heading",
    verified
  },
  {
    name: "Ruby on Rails",
    source: ["we're sorry, but something went wrong"],
    maxVisible: SHORT_PAGE,
    reference: "rails/rails, railties/lib/rails/generators/rails/app/templates/public/500.html",
    verified
  },
  {
    name: "Spring Boot",
    source: ["whitelabel error page"],
    maxVisible: SHORT_PAGE,
    reference: "docs.spring.io/spring-boot, error handling",
    verified
  },
  {
    name: "Next.js",
    source: ["application error: a server-side exception has occurred"],
    maxVisible: SHORT_PAGE,
    reference: "Page of Next.js that many reports of 2026 quote, with a digest",
    verified
  },
  {
    name: "PHP",
    source: ["<b>fatal error</b>: ", "uncaught", "stack trace:"],
    reference: "php/php-src, main/main.c: format of errors with html_errors, and its tests",
    verified
  },
  {
    name: "PHP",
    source: ["fatal error: uncaught", "stack trace:"],
    maxVisible: SHORT_PAGE,
    reference: "php/php-src, tests of uncaught exceptions: the same message as plain text",
    verified
  },
  {
    name: "Python",
    source: ["traceback (most recent call last)"],
    maxVisible: SHORT_PAGE,
    reference: "docs.python.org/3/library/traceback.html",
    verified
  }
]

/** Pages of programs that are switched off on purpose. */
export const maintenancePages: ReadonlyArray<Signature> = [
  {
    name: "WordPress",
    source: ["briefly unavailable for scheduled maintenance"],
    maxVisible: SHORT_PAGE,
    reference: "wp_maintenance() in wp-includes/load.php",
    verified
  },
  {
    name: "the site",
    title: "maintenance",
    statuses: [503, 503],
    maxVisible: SHORT_PAGE,
    reference: "RFC 9110 section 15.6.4",
    verified
  }
]
