// SPDX-License-Identifier: Apache-2.0
// The predictor's class and module against memory images of `mmasc gen --format hex`: operands of
// many words, elements that cross from one to the next, block scales.
module image_check #(
    parameter string UNIT = "",
    parameter string IMAGE = "",
    parameter int A_BITS = 1,
    parameter int B_BITS = 1,
    parameter int C_BITS = 1,
    parameter int D_BITS = 1,
    parameter int SCALE_BITS = 0,
    parameter int METADATA_BITS = 0
);
  localparam int COUNT = 440;  // 40 of each class
  localparam int SCALE_PORT_BITS = SCALE_BITS > 0 ? SCALE_BITS : 1;
  localparam int C_FROM = A_BITS + B_BITS;
  localparam int SA_FROM = C_FROM + C_BITS;
  localparam int METADATA_FROM = SA_FROM + 2 * SCALE_BITS;
  localparam int METADATA_PORT_BITS = METADATA_BITS > 0 ? METADATA_BITS : 1;
  localparam int D_FROM = METADATA_FROM + METADATA_BITS;

  logic [D_FROM+D_BITS-1:0] image[COUNT];
  logic [D_FROM+D_BITS-1:0] word = '0;
  wire [A_BITS-1:0] a = word[0+:A_BITS];
  wire [B_BITS-1:0] b = word[A_BITS+:B_BITS];
  wire [C_BITS-1:0] c = word[C_FROM+:C_BITS];
  wire [SCALE_PORT_BITS-1:0] sa = SCALE_BITS > 0 ? word[SA_FROM+:SCALE_PORT_BITS] : '0;
  wire [SCALE_PORT_BITS-1:0] sb =
      SCALE_BITS > 0 ? word[SA_FROM+SCALE_BITS+:SCALE_PORT_BITS] : '0;
  wire [METADATA_PORT_BITS-1:0] metadata =
      METADATA_BITS > 0 ? word[METADATA_FROM+:METADATA_PORT_BITS] : '0;
  wire [D_BITS-1:0] d = word[D_FROM+:D_BITS];

  logic [D_BITS-1:0] of_module, of_dense_module;
  mmasc_dpi_sparse_unit #(
      .UNIT(UNIT),
      .A_BITS(A_BITS),
      .B_BITS(B_BITS),
      .C_BITS(C_BITS),
      .D_BITS(D_BITS),
      .SCALE_BITS(SCALE_BITS),
      .METADATA_BITS(METADATA_BITS)
  ) u_mmasc (
      .clk_i(1'b0),
      .a_i(a),
      .b_i(b),
      .c_i(c),
      .sa_i(sa),
      .sb_i(sb),
      .metadata_i(metadata),
      .d_o(of_module)
  );
  generate
    if (METADATA_BITS == 0) begin : g_dense
      mmasc_dpi_unit #(
          .UNIT(UNIT),
          .A_BITS(A_BITS),
          .B_BITS(B_BITS),
          .C_BITS(C_BITS),
          .D_BITS(D_BITS),
          .SCALE_BITS(SCALE_BITS)
      ) u_dense (
          .clk_i(1'b0),
          .a_i(a),
          .b_i(b),
          .c_i(c),
          .sa_i(sa),
          .sb_i(sb),
          .d_o(of_dense_module)
      );
    end else begin : g_sparse
      assign of_dense_module = of_module;
    end
  endgenerate
  mmasc_dpi_pkg::mmasc_predictor #(
      .A_BITS(A_BITS),
      .B_BITS(B_BITS),
      .C_BITS(C_BITS),
      .D_BITS(D_BITS),
      .SCALE_BITS(SCALE_BITS),
      .METADATA_BITS(METADATA_BITS)
  ) predictor;

  int mismatches = 0;
  initial begin
    predictor = new(UNIT);
    $readmemh(IMAGE, image);
    for (int i = 0; i < COUNT; i++) begin
      word = image[i];
      #1;
      if (of_module !== d || of_dense_module !== d
          || predictor.predict(a, b, c, sa, sb, metadata) !== d) mismatches++;
    end
    $display("%s: %0d words, %0d mismatches", UNIT, COUNT, mismatches);
    $display("replay: %s", u_mmasc.replay());
    $display("replay: %s\nd: %h", predictor.replay(a, b, c, sa, sb, metadata), d);
  end
endmodule

module image_bench;
  image_check #(
      .UNIT("rtx_blackwell/mma.m16n8k32.mxf8f6f4.f32.e3m2.e2m3.f32.1X.ue8m0"),
      .IMAGE("mxf8f6f4.hex"),
      .A_BITS(32 * 6),
      .B_BITS(32 * 6),
      .C_BITS(32),
      .D_BITS(32),
      .SCALE_BITS(8)
  ) u_mxf8f6f4 ();
  image_check #(
      .UNIT("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"),
      .IMAGE("nvf4.hex"),
      .A_BITS(64 * 4),
      .B_BITS(64 * 4),
      .C_BITS(32),
      .D_BITS(32),
      .SCALE_BITS(4 * 8)
  ) u_nvf4 ();
  image_check #(
      .UNIT("hopper/mma.m16n8k16.f64.f64.f64.f64"),
      .IMAGE("f64.hex"),
      .A_BITS(16 * 64),
      .B_BITS(16 * 64),
      .C_BITS(64),
      .D_BITS(64)
  ) u_f64 ();
  image_check #(
      .UNIT("ada/mma.m16n8k32.f16.e4m3.e5m2.f16"),
      .IMAGE("fp8.hex"),
      .A_BITS(32 * 8),
      .B_BITS(32 * 8),
      .C_BITS(16),
      .D_BITS(16)
  ) u_fp8 ();
  image_check #(
      .UNIT("hopper/mma.sp.m16n8k32.f32.f16.f16.f32"),
      .IMAGE("sparse_f16.hex"),
      .A_BITS(16 * 16),
      .B_BITS(32 * 16),
      .C_BITS(32),
      .D_BITS(32),
      .METADATA_BITS(16 * 2)
  ) u_sparse_f16 ();
  image_check #(
      .UNIT("ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32"),
      .IMAGE("sparse_s4.hex"),
      .A_BITS(32 * 4),
      .B_BITS(64 * 4),
      .C_BITS(32),
      .D_BITS(32),
      .METADATA_BITS(16 * 2)
  ) u_sparse_s4 ();
  initial #1000 $finish;
endmodule
