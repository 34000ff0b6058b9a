// SPDX-License-Identifier: Apache-2.0
// The predictor's class and module against memory images of `mmasc gen --format hex`: operands of
// many words, elements that cross from one to the next, operands other than a, b and c, flags;
// instructions of one step, of several, and with a late c.
module image_check #(
    parameter string UNIT = "",
    parameter string IMAGE = "",
    parameter int A_BITS = 1,
    parameter int B_BITS = 1,
    parameter int C_BITS = 1,
    parameter int D_BITS = 1,
    parameter int OTHER_BITS = 0,
    parameter bit FLAGS = 0  // beside d
);
  localparam int COUNT = 440;  // 40 of each class
  localparam int PORT_BITS = OTHER_BITS > 0 ? OTHER_BITS : 1;
  localparam int C_FROM = A_BITS + B_BITS;
  localparam int OTHERS_FROM = C_FROM + C_BITS;
  localparam int D_FROM = OTHERS_FROM + OTHER_BITS;

  localparam int FLAGS_FROM = D_FROM + D_BITS;
  localparam int BITS = FLAGS_FROM + (FLAGS ? 5 : 0);

  logic [BITS-1:0] image[COUNT];
  logic [BITS-1:0] word = '0;
  wire [A_BITS-1:0] a = word[0+:A_BITS];
  wire [B_BITS-1:0] b = word[A_BITS+:B_BITS];
  wire [C_BITS-1:0] c = word[C_FROM+:C_BITS];
  wire [PORT_BITS-1:0] others = OTHER_BITS > 0 ? word[OTHERS_FROM+:PORT_BITS] : '0;
  wire [D_BITS-1:0] d = word[D_FROM+:D_BITS];
  wire [4:0] flags = FLAGS ? 5'(word >> FLAGS_FROM) : '0;

  logic [D_BITS-1:0] of_module;
  mmasc_dpi_unit #(
      .UNIT(UNIT),
      .A_BITS(A_BITS),
      .B_BITS(B_BITS),
      .C_BITS(C_BITS),
      .D_BITS(D_BITS),
      .OTHER_BITS(OTHER_BITS)
  ) u_mmasc (
      .clk_i(1'b0),
      .a_i(a),
      .b_i(b),
      .c_i(c),
      .others_i(others),
      .d_o(of_module)
  );
  mmasc_dpi_pkg::mmasc_predictor #(
      .A_BITS(A_BITS),
      .B_BITS(B_BITS),
      .C_BITS(C_BITS),
      .D_BITS(D_BITS),
      .OTHER_BITS(OTHER_BITS)
  ) predictor;

  int mismatches = 0;
  logic [4:0] raised;

  // Shrinking begins with the operands of the module's d, and ends with them where they do not fail.
  logic [A_BITS-1:0] asked_a;
  logic [B_BITS-1:0] asked_b;
  logic [C_BITS-1:0] asked_c;
  logic [PORT_BITS-1:0] asked_others;
  function automatic bit is_asked();
    return {asked_others, asked_c, asked_b, asked_a} === {others, c, b, a};
  endfunction
  initial begin
    predictor = new(UNIT);
    $readmemh(IMAGE, image);
    for (int i = 0; i < COUNT; i++) begin
      word = image[i];
      #1;
      if (of_module !== d || predictor.predict(a, b, c, others) !== d) mismatches++;
      if (u_mmasc.flags() !== flags) mismatches++;
      if (FLAGS) begin
        if (predictor.predict_with_flags(a, b, c, raised, others) !== d) mismatches++;
        if (raised !== flags) mismatches++;
      end
      u_mmasc.shrink(asked_a, asked_b, asked_c, asked_others);
      if (!is_asked()) mismatches++;
      if (u_mmasc.shrink_next(0, asked_a, asked_b, asked_c, asked_others)) mismatches++;
      if (!is_asked()) mismatches++;
    end
    $display("%s: %0d words, %0d mismatches", UNIT, COUNT, mismatches);
    $display("replay: %s", u_mmasc.replay());
    $display("replay: %s\nd: %h", predictor.replay(a, b, c, others), d);
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
      .OTHER_BITS(2 * 8)
  ) u_mxf8f6f4 ();
  image_check #(
      .UNIT("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"),
      .IMAGE("nvf4.hex"),
      .A_BITS(64 * 4),
      .B_BITS(64 * 4),
      .C_BITS(32),
      .D_BITS(32),
      .OTHER_BITS(2 * 4 * 8)
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
      .OTHER_BITS(16 * 2)
  ) u_sparse_f16 ();
  image_check #(
      .UNIT("ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32"),
      .IMAGE("sparse_s4.hex"),
      .A_BITS(32 * 4),
      .B_BITS(64 * 4),
      .C_BITS(32),
      .D_BITS(32),
      .OTHER_BITS(16 * 2)
  ) u_sparse_s4 ();
  image_check #(
      .UNIT("sparse_random.toml"),
      .IMAGE("sparse_random.hex"),
      .A_BITS(16 * 16),
      .B_BITS(32 * 16),
      .C_BITS(32),
      .D_BITS(32),
      .OTHER_BITS(16 * 2 + 17 * 3 + 12)
  ) u_sparse_random ();
  image_check #(
      .UNIT("nvf4_random.toml"),
      .IMAGE("nvf4_random.hex"),
      .A_BITS(64 * 4),
      .B_BITS(64 * 4),
      .C_BITS(32),
      .D_BITS(32),
      .OTHER_BITS(2 * 4 * 8 + 5 * 3 + 12)
  ) u_nvf4_random ();
  image_check #(
      .UNIT("arm/fdot.f32.e4m3.e4m3"),  // a tensor-wide scale
      .IMAGE("tensor_scale.hex"),
      .A_BITS(4 * 8),
      .B_BITS(4 * 8),
      .C_BITS(32),
      .D_BITS(32),
      .OTHER_BITS(8)
  ) u_tensor_scale ();
  image_check #(
      .UNIT("ada/mma.m8n8k16.s32.s8.u8.s32"),
      .IMAGE("s8.hex"),
      .A_BITS(16 * 8),
      .B_BITS(16 * 8),
      .C_BITS(32),
      .D_BITS(32)
  ) u_s8 ();
  image_check #(
      .UNIT("x86/vfmadd231pd"),
      .IMAGE("fma_f64.hex"),
      .A_BITS(64),
      .B_BITS(64),
      .C_BITS(64),
      .D_BITS(64)
  ) u_fma_f64 ();
  image_check #(
      .UNIT("cdna2/v_mfma_f32_32x32x8f16"),
      .IMAGE("mfma.hex"),
      .A_BITS(8 * 16),
      .B_BITS(8 * 16),
      .C_BITS(32),
      .D_BITS(32)
  ) u_mfma ();
  image_check #(
      .UNIT("flagged.toml"),
      .IMAGE("flagged.hex"),
      .A_BITS(4 * 16),
      .B_BITS(4 * 16),
      .C_BITS(16),
      .D_BITS(16),
      .FLAGS(1)
  ) u_flagged ();
  initial #1000 $finish;
endmodule
