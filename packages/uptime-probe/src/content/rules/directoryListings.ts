import type { ContentRules } from "../ContentRule.ts"

/** Lists of files that servers make. */
export const directoryListings: ContentRules = {
  code: "directory_listing",
  rules: [
    {
      title: /^Index of \/\S{0,200}$/u,
      reference: "nginx autoindex; httpd mod_autoindex; lighttpd mod_dirlisting; ecstatic"
    },
    {
      title:
        /^(?:(?:Index of|Directory listing (?:for|of)|Directory:|listing directory|Folder:) ?\/|Directory Listing For \[|Files within )/iu,
      source: /<a\s[^>]*href=|<ul>\s*<\/ul>|<table/iu,
      reference:
        "nginx autoindex; httpd mod_autoindex; lighttpd mod_dirlisting; Python http.server; jetty; tomcat; serve-index; serve"
    },
    {
      heading: /^(?:Index of \/|Directory listing for \/|Directory: \/|Directory Listing For \[)/iu,
      source: /<a\s[^>]*href=|<ul>/iu,
      reference: "Apache, Jetty, Tomcat, and servers of tools"
    },
    {
      family: "iis",
      title: /^[\w.-]+(?::\d+)? - \/[^\n]*$/u,
      visible: /\[To Parent Directory\]|<dir>/u,
      reference: "IIS directory browsing"
    },
    {
      family: "caddy",
      title: /^\/|^[\w.-]+\/?$/u,
      source: /class=["']?(?:breadcrumbs|listing)["'\s>]/u,
      visible: /\d+ director(?:y|ies)\n?[\s\S]{0,20}\d+ files?/u,
      reference: "caddy modules/caddyhttp/fileserver/browse.html"
    },
    {
      family: "go",
      source: /^(?:<!doctype html>\s*<meta[^>]*>\s*)?<pre>\s*<a href="[^"]+">[^<]*<\/a>/iu,
      most: 3_000,
      reference: "go net/http fs.go, dirList"
    }
  ]
}
