import { useSearchParams, type NavigateOptions } from "react-router-dom";

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * Like `useSearchParams`, but a change applies to the address as it is at that moment. The router's own passes the parameters
 * of the last render, so a search that is sent after a pause would undo what was clicked in the meantime.
 */
export function useAddressParams(): [
  params: URLSearchParams,
  change: (change: Change, options?: NavigateOptions) => void,
] {
  const [params, setParams] = useSearchParams();
  return [
    params,
    (change, options) => setParams(change(new URLSearchParams(window.location.search)), options),
  ];
}
