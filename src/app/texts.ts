/** Every text of the frame around the pages: navigation, banners and error pages. */

export const LOADING = {
  page: "Loading",
  dashboard: "Loading your dashboard",
  dashboardPage: "Loading the page",
  studio: "Loading the studio",
  signingOut: "Signing you out",
};

export const ERROR_PAGE = {
  title: "Unexpected Application Error!",
  text: "Everything you saved is safe.",
  retry: "Try again",
};

export const NOT_FOUND = {
  title: "Page not found",
  text: "There is no page at this address. It may have moved, or the link may contain a typo.",
  action: "Go to the home page",
};
