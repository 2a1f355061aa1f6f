declare module "@echogarden/fvad-wasm" {
  interface Fvad {
    HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _fvad_new(): number;
    _fvad_free(detector: number): void;
    _fvad_set_mode(detector: number, mode: number): number;
    _fvad_set_sample_rate(detector: number, rate: number): number;
    /** 1 for a voice, 0 for none, -1 for a frame of the wrong length. */
    _fvad_process(detector: number, samples: number, count: number): number;
  }
  export default function load(): Promise<Fvad>;
}
