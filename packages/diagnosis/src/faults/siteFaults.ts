import type { FaultPlan } from "./Fault.ts"

/** Faults of the web server, of the systems in front of it, and of its pages. */
export const siteFaults: ReadonlyArray<FaultPlan> = [
  {
    class: "error_after_deployment",
    built: "A deployment marker is posted, and right after that the program starts returning errors.",
    vary: {
      status: [500, 502, 503, 404, 504],
      minutesAfter: [0, 2, 9, 25]
    }
  },
  {
    class: "bad_gateway",
    built: "The program behind a proxy stops, or responds with something that is not HTTP.",
    vary: {
      proxy: ["nginx", "apache", "haproxy", "load_balancer", "unnamed"],
      program: ["stopped", "crashes", "not_http", "resets"]
    }
  },
  {
    class: "service_unavailable",
    built:
      "The server returns 503 because no backend is in service, the program is starting, or somebody switched it off.",
    vary: {
      answer: ["plain", "retry_after", "no_backend", "maintenance_text", "json"],
      server: ["nginx", "apache", "haproxy", "unnamed"]
    }
  },
  {
    class: "gateway_timeout",
    built: "A proxy waits for the program behind it until its own time limit is reached, then returns 504.",
    vary: {
      proxy: ["nginx", "apache", "haproxy", "load_balancer", "unnamed"],
      limitSeconds: [5, 30, 60, 20]
    }
  },
  {
    class: "cdn_origin_error",
    built: "The CDN responds in place of the origin, which it cannot reach.",
    vary: {
      page: ["cloudflare_521", "cloudflare_522", "cloudflare_525", "cloudflare_1016", "cloudfront_502"],
      body: ["full", "header_only", "short", "json"]
    }
  },
  {
    class: "host_error_page",
    built: "The hosting platform responds instead of the site.",
    vary: {
      page: [
        "heroku_application_error",
        "vercel_deployment",
        "azure_stopped",
        "netlify_not_found",
        "fastly_unknown_domain"
      ],
      since: ["deployment_removed", "plan_ended", "domain_detached", "unknown"]
    }
  },
  {
    class: "redirect_loop",
    built: "Redirects form a loop or never end.",
    vary: {
      loop: ["http_https", "www_apex", "slash", "cookie", "growing_path"],
      length: [2, 3, 4]
    }
  },
  {
    class: "redirect_to_other_host",
    built: "The site starts redirecting to another host.",
    vary: {
      to: ["other_domain", "parking", "ip_address", "staging_host", "hosting_panel"],
      final: ["ok", "not_found", "expectation_failed"]
    }
  },
  {
    class: "overload",
    built: "More requests arrive than the server can handle. Response times grow, then requests fail.",
    vary: {
      growth: ["linear", "exponential", "steps", "saw", "slow_hours"],
      end: ["header_timeout", "status_503", "status_504", "status_502"]
    }
  },
  {
    class: "bot_wall",
    built: "Bot protection or a rate limit responds to our checks. Visitors see the site.",
    vary: {
      wall: ["cloudflare_challenge", "aws_waf", "datadome", "rate_limit_429", "imperva"],
      status: ["usual", "with_status_200", "page_only", "header_only"]
    }
  },
  {
    class: "login_wall",
    built: "The page now requires visitors to sign in.",
    vary: {
      how: ["redirect_to_login", "status_401_basic", "form_200", "single_sign_on", "status_403_form"],
      before: ["public", "unknown", "public_with_text", "public_other_path"]
    }
  },
  {
    class: "parked_page",
    built: "The name leads to a page from a registrar or a domain seller.",
    vary: {
      page: ["for_sale", "sedo", "registrar_parked", "parkingcrew", "coming_soon"],
      with: ["name_servers_changed", "address_changed", "expectation_failed", "nothing_else"]
    }
  },
  {
    class: "suspended_page",
    built: "The hosting provider shows a page saying that the account is suspended.",
    vary: {
      page: ["cpanel_suspended", "redirect_suspendedpage", "plain_words", "unpaid", "resource_limit"],
      status: [200, 403, 503, 302]
    }
  },
  {
    class: "application_error",
    built: "The program returns an error: status 500, or an error message with status 200.",
    vary: {
      program: ["wordpress_database", "wordpress_critical", "aspnet", "rails", "plain_500"],
      status: [500, 200],
      check: ["status", "expected_text"]
    }
  },
  {
    class: "expected_text_gone",
    built: "The page returns status 200, but the text, JSON value or header that the monitor expects is gone.",
    vary: {
      expectation: ["text", "json", "header", "pattern", "not_text_appeared"],
      page: ["reworded", "empty_list", "other_language", "truncated"]
    }
  },
  {
    class: "page_gone",
    built: "The page's address returns 404 or 410. The rest of the site works.",
    vary: {
      path: ["deep", "root", "with_query", "renamed", "case"],
      seen: ["404_home_works", "404", "410"]
    }
  }
]
