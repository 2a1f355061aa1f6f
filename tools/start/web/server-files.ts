/** Configuration for nginx and Caddy that serves the built app and proxies the talk button's page. */
import { APP_ROUTES } from "./app-routes.ts";
import type { ButtonHost } from "./host-functions.ts";

interface ServerSetting extends Pick<ButtonHost, "siteUrl" | "headers"> {
  /** For all other pages. */
  ownersHeaders: Record<string, string>;
  /** Null if they are the same. */
  landingHeaders: Record<string, string> | null;
  assetsCaching: string;
}

/** Both wait one second for a connection to the functions and one for the response. Any response other than a page or a
 * 304 is replaced by the fallback page.
 */
export function serverFiles(setting: ServerSetting): Record<string, string> {
  return { "servers/nginx.conf": nginx(setting), "servers/Caddyfile": caddy(setting) };
}

/** https://nginx.org/en/docs/http/ngx_http_proxy_module.html */
function nginx(setting: ServerSetting): string {
  const { siteUrl, headers, ownersHeaders, landingHeaders, assetsCaching } = setting;
  const { host } = new URL(siteUrl);
  return `# To be included in a server block whose root is the built app:
#   root /var/www/hark;  include /var/www/hark/servers/nginx.conf;
# It needs a cache for the talk button's pages. Add this line above the server block, outside of it:
#   proxy_cache_path /var/cache/hark levels=1:2 keys_zone=hark:1m max_size=100m inactive=10m;
gzip on;
gzip_types text/css text/javascript application/javascript application/json image/svg+xml;

location ~ ^/widget/[^/]+/?$ {
  # A request with a query string, such as testing, gets the fallback page.
  error_page 418 = @fallback;
  if ($args != "") { return 418; }
  proxy_pass ${siteUrl};
  proxy_ssl_server_name on;
  # The page is the same for every visitor, and so is the request for it.
  proxy_pass_request_headers off;
  proxy_set_header Host ${host};
  # Its Cache-Control says how long it is cached, and shown while a new one is fetched in the background.
  proxy_cache hark;
  proxy_cache_background_update on;
  proxy_cache_lock on;
  proxy_cache_lock_timeout 500ms;
  proxy_ignore_headers Vary;
  proxy_connect_timeout 1s;
  proxy_send_timeout 1s;
  proxy_read_timeout 1s;
  proxy_next_upstream off;
  proxy_intercept_errors on;
  error_page 300 301 302 303 307 308 400 401 403 404 405 408 409 410 413 414 429 500 501 502 503 504 520 521 522 523 524 = @fallback;
}

location @fallback {
${inNginx({ ...headers, "Cache-Control": "no-cache" })}
  rewrite ^ /widget.html break;
}

location = /widget {
${inNginx({ ...headers, "Cache-Control": "no-cache" })}
  rewrite ^ /widget.html break;
}

location /talk/ {
${inNginx({ ...headers, "Cache-Control": "no-cache" })}
  rewrite ^ /talk.html break;
}

location /assets/ {
${inNginx(ownersHeaders)}
  # Without "always": not for a 404.
  add_header Cache-Control "${assetsCaching}";
}

location ~ ^(${APP_ROUTES.join("|")})(/|$) {
${inNginx({ ...ownersHeaders, "Cache-Control": "no-cache" })}
  rewrite ^ /app.html break;
}

${landingHeaders === null ? "" : `location = / {\n${inNginx(landingHeaders)}\n  try_files /index.html =404;\n}\n\n`}location / {
${inNginx({ ...ownersHeaders, "Cache-Control": "no-cache" })}
  index index.html;
  try_files $uri $uri.html $uri/ =404;
  error_page 404 /404.html;
}
`;
}

function inNginx(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `  add_header ${name} "${value}" always;`)
    .join("\n");
}

/** https://caddyserver.com/docs/caddyfile/directives/reverse_proxy */
function caddy(setting: ServerSetting): string {
  const { siteUrl, headers, ownersHeaders, landingHeaders, assetsCaching } = setting;
  return `# To be imported in a site block whose root is the built app:
#   hark.example {
#     root * /var/www/hark
#     import /var/www/hark/servers/Caddyfile
#   }
encode gzip

# The talk button's page. Caddy has no cache of its own; a CDN in front of it may cache the page.
# A request with a query string, such as testing, gets the fallback page.
@widget {
  method GET HEAD
  path_regexp ^/widget/[^/]+/?$
  expression {query} == ""
}
handle @widget {
  reverse_proxy ${siteUrl} {
    header_up Host {upstream_hostport}
    # The page is the same for every visitor.
    header_up -Accept-Encoding
    header_up -Authorization
    header_up -Cookie
    header_up -Referer
    lb_try_duration 0s
    transport http {
      dial_timeout 1s
      response_header_timeout 1s
    }
    @other status 300 301 302 303 305 307 308 4xx 5xx
    handle_response @other {
      error 502
    }
  }
}

@button path /widget /widget/*
handle @button {
${inCaddy({ ...headers, "Cache-Control": "no-cache" })}
  rewrite * /widget.html
  file_server
}

handle /talk/* {
${inCaddy({ ...headers, "Cache-Control": "no-cache" })}
  rewrite * /talk.html
  file_server
}

handle /assets/* {
${inCaddy({ ...ownersHeaders, "Cache-Control": assetsCaching })}
  file_server
}

${landingHeaders === null ? "" : `handle / {\n${inCaddy(landingHeaders)}\n  rewrite * /index.html\n  file_server\n}\n\n`}@app path ${APP_ROUTES.map((route) => `${route} ${route}/*`).join(" ")}
handle @app {
${inCaddy({ ...ownersHeaders, "Cache-Control": "no-cache" })}
  rewrite * /app.html
  file_server
}

handle {
${inCaddy({ ...ownersHeaders, "Cache-Control": "no-cache" })}
  try_files {path} {path}.html {path}/
  file_server
}

handle_errors {
  @fallback path /widget/*
  handle @fallback {
${inCaddy({ ...headers, "Cache-Control": "no-cache" })}
    rewrite * /widget.html
    file_server {
      status 200
    }
  }
  @missing expression {err.status_code} == 404
  handle @missing {
${inCaddy({ ...ownersHeaders, "Cache-Control": "no-store" })}
    rewrite * /404.html
    file_server {
      status 404
    }
  }
  handle {
    header Cache-Control no-store
    respond "{err.status_code} {err.status_text}"
  }
}
`;
}

function inCaddy(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `    ${name} "${value}"`);
  return ["  header {", ...lines, "  }"].join("\n");
}
