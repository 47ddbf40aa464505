
// What draws pictures in space: one WebGL canvas that nobody sees, as browsers allow only a few WebGL contexts in a page.

const colorSource = `
  uniform sampler2D palette; uniform vec3 plain; uniform bool colored;
  vec3 color(float shade) { return colored ? texture(palette, vec2((shade * 255.0 + 0.5) / 256.0, 0.5)).rgb : plain; }`;
const sources = {
  surface: [`in vec3 position, normal; in float shade;
    uniform mat4 camera; uniform mat3 turn;
    out vec3 facing; out float place;
    void main() {
      facing = turn * normal; place = shade;
      gl_Position = camera * vec4(position, 1.0);
    }`, `in vec3 facing; in float place; ${colorSource}
    out vec4 result;
    void main() {
      float light = abs(normalize(facing).z); // both sides alike
      result = vec4(color(place) * (0.62 + 0.38 * light), 1.0);
    }`],
  points: [`in vec3 position;
    uniform mat4 camera; uniform float diameter;
    void main() {
      gl_Position = camera * vec4(position, 1.0);
      gl_Position.z -= 0.004 * gl_Position.w; // points on a surface stay before it
      gl_PointSize = diameter;
    }`, `${colorSource}
    out vec4 result;
    void main() {
      if (length(gl_PointCoord - 0.5) > 0.5) discard;
      result = vec4(color(0.0), 1.0);
    }`],
  lines: [`in vec3 a, b; in vec2 shades; // one segment each, drawn as a strip of two triangles
    uniform mat4 camera; uniform vec2 viewport; uniform float width;
    out float place;
    void main() {
      vec4 p = camera * vec4(a, 1.0), q = camera * vec4(b, 1.0);
      vec2 along = (q.xy / q.w - p.xy / p.w) * viewport;
      along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
      float side = gl_VertexID % 2 == 0 ? -1.0 : 1.0, end = gl_VertexID > 1 ? 1.0 : -1.0;
      gl_Position = end > 0.0 ? q : p;
      gl_Position.xy += (side * vec2(-along.y, along.x) + 0.5 * end * along) * width / viewport * gl_Position.w;
      place = end > 0.0 ? shades.y : shades.x;
    }`, `in float place; ${colorSource}
    out vec4 result;
    void main() { result = vec4(color(place), 1.0); }`],
};

const words = (text) => new Uint16Array(bytes(text).buffer);

class Renderer {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.gl = this.canvas.getContext("webgl2", { antialias: true });
    if (!this.gl) throw new Error("no WebGL");
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => { this.prepare(); spaces.forEach((view) => view.request()); });
    this.prepare();
  }

  prepare() {
    const gl = this.gl;
    this.uploaded = new WeakMap(); // buffers of each thing to draw
    this.programs = {};
    for (const [name, [vertex, fragment]] of Object.entries(sources)) this.programs[name] = this.link(vertex, fragment);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    const palette = bytes(JSON.parse(document.getElementById("palette").textContent));
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, 256, 1, 0, gl.RGB, gl.UNSIGNED_BYTE, palette);
    for (const key of ["TEXTURE_MIN_FILTER", "TEXTURE_MAG_FILTER"]) gl.texParameteri(gl.TEXTURE_2D, gl[key], gl.LINEAR);
    for (const key of ["TEXTURE_WRAP_S", "TEXTURE_WRAP_T"]) gl.texParameteri(gl.TEXTURE_2D, gl[key], gl.CLAMP_TO_EDGE);
    gl.enable(gl.DEPTH_TEST);
  }

  link(...stages) {
    const gl = this.gl, program = gl.createProgram();
    stages.forEach((source, i) => {
      const shader = gl.createShader(i === 0 ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER);
      gl.shaderSource(shader, "#version 300 es\nprecision highp float;\n" + source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    });
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program));
    return program;
  }

  // begin clears a picture of some size in pixels.
  begin(width, height) {
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.gl.viewport(0, 0, width, height);
    this.gl.clear(this.gl.COLOR_BUFFER_BIT | this.gl.DEPTH_BUFFER_BIT);
  }

  // draw draws a thing, {program, attributes: {name: [array, components, normalized]}, elements}, with its uniforms.
  draw(thing, uniforms) {
    const gl = this.gl, program = this.programs[thing.program];
    gl.useProgram(program);
    for (const [name, value] of Object.entries(uniforms)) {
      const at = gl.getUniformLocation(program, name);
      if (typeof value === "boolean") gl.uniform1i(at, value);
      else if (typeof value === "number") gl.uniform1f(at, value);
      else if (value.length === 2) gl.uniform2fv(at, value);
      else if (value.length === 3) gl.uniform3fv(at, value);
      else if (value.length === 9) gl.uniformMatrix3fv(at, false, value);
      else gl.uniformMatrix4fv(at, false, value);
    }
    if (!this.uploaded.has(thing)) this.uploaded.set(thing, this.upload(thing, program));
    gl.bindVertexArray(this.uploaded.get(thing));
    if (thing.program === "surface") gl.drawElements(gl.TRIANGLES, thing.elements.length, gl.UNSIGNED_SHORT, 0);
    else if (thing.program === "points") gl.drawArrays(gl.POINTS, 0, thing.count);
    else gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, thing.count);
    gl.bindVertexArray(null);
  }

  upload(thing, program) {
    const gl = this.gl, vertices = gl.createVertexArray();
    gl.bindVertexArray(vertices);
    for (const [name, [array, components, normalized]] of Object.entries(thing.attributes)) {
      const at = gl.getAttribLocation(program, name);
      if (at < 0) continue;
      const type = { 1: gl.UNSIGNED_BYTE, 2: gl.UNSIGNED_SHORT, 4: gl.FLOAT }[array.BYTES_PER_ELEMENT];
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, array, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, components, type, normalized, 0, 0);
      if (thing.program === "lines") gl.vertexAttribDivisor(at, 1);
    }
    if (thing.elements) {
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, thing.elements, gl.STATIC_DRAW);
    }
    return vertices;
  }
}

// The things to draw.

const cloud = (packed) => {
  const positions = floats(packed);
  return { program: "points", count: positions.length / 3, attributes: { position: [positions, 3, false] } };
};

// shadesOf are places of log densities in the color map, from 0 to 1; the middle where all are equal.
const shadesOf = (packed, [low, high]) => Float32Array.from(floats(packed.densities), (v) =>
  high > low ? (v > low ? Math.min((v - low) / (high - low), 1) : 0) : 0.5);

const shape = (packed, limits) => {
  const at = floats(packed.positions), elements = words(packed.elements);
  const shades = packed.densities && limits ? shadesOf(packed, limits) : new Float32Array(at.length / 3);
  if (packed.dimension === 1) return curve(at, elements, shades);
  return { program: "surface", elements, attributes: { position: [at, 3, false], normal: [normals(at, elements), 3, false], shade: [shades, 1, false] } };
};

const curve = (at, elements, shades) => {
  const of = (values, components, first) => Float32Array.from({ length: elements.length / 2 * components },
    (_, i) => values[elements[2 * Math.floor(i / components) + first] * components + i % components]);
  const ends = Float32Array.from(elements, (vertex) => shades[vertex]);
  return { program: "lines", count: elements.length / 2,
    attributes: { a: [of(at, 3, 0), 3, false], b: [of(at, 3, 1), 3, false], shades: [ends, 2, false] } };
};

// normals at vertices are sums of the triangles', turned to agree where a surface has no orientation.
const normals = (at, elements) => {
  const sums = new Float32Array(at.length);
  for (let e = 0; e < elements.length; e += 3) {
    const [i, j, k] = [3 * elements[e], 3 * elements[e + 1], 3 * elements[e + 2]];
    const u = [0, 1, 2].map((d) => at[j + d] - at[i + d]), v = [0, 1, 2].map((d) => at[k + d] - at[i + d]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const vertex of [i, j, k]) {
      const sign = sums[vertex] * n[0] + sums[vertex + 1] * n[1] + sums[vertex + 2] * n[2] < 0 ? -1 : 1;
      for (let d = 0; d < 3; d++) sums[vertex + d] += sign * n[d];
    }
  }
  return sums;
};

// edges are the box's twelve, between corners whose numbers differ in one bit.
const edges = (box) => {
  const at = new Float32Array(24).map((_, i) => box[i % 3][Math.floor(i / 3) >> (i % 3) & 1]), elements = [];
  for (let corner = 0; corner < 8; corner++) {
    for (const bit of [1, 2, 4]) if (!(corner & bit)) elements.push(corner, corner | bit);
  }
  return curve(at, elements, new Float32Array(8));
};
