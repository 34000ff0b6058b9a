# SPDX-License-Identifier: Apache-2.0
# The skid buffer keeps its contract, by induction, and broken ones do not; and between the streams of a
# unit no path leads from one ready to the other within a clock, as it does in the unit itself.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
file(READ ${RTL}/axi_stream/mmasc_skid_buffer.sv right)

# prove(NAME TEXT): sets proved
function(prove name text)
  file(WRITE ${WORK}/${name}.sv "${text}")
  execute_process(COMMAND yosys -p "read_verilog -sv \"${WORK}/${name}.sv\"
    read_verilog -sv -formal skid_buffer_proof.sv
    script skid_buffer_proof.ys" WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(proved FALSE PARENT_SCOPE)
  if(output MATCHES "Induction step proven: SUCCESS!")
    set(proved TRUE PARENT_SCOPE)
  elseif(NOT output MATCHES "proof did fail")
    message(FATAL_ERROR "${name}: ${output}")
  endif()
endfunction()
prove(right "${right}")
if(NOT proved)
  message(SEND_ERROR "the skid buffer is not proved")
endif()

# broken(NAME FROM TO)
function(broken name from to)
  string(REPLACE "${from}" "${to}" text "${right}")
  if(text STREQUAL right)
    message(FATAL_ERROR "${name} is not broken")
  endif()
  prove(${name} "${text}")
  if(proved)
    message(SEND_ERROR "${name} is proved")
  endif()
endfunction()
broken(order "spare_valid_q ? spare_q : data_i" "data_i")
broken(overwritten "if (taken) spare_q" "if (valid_i) spare_q")
broken(lost "valid_q <= spare_valid_q || valid_i" "valid_q <= valid_i")
broken(stuck "ready_i || !valid_q" "ready_i")
broken(dropped "else if (taken) spare_valid_q" "else if (1'b0) spare_valid_q")
broken(changing "if (moving && (spare_valid_q || valid_i)) data_q" "if (spare_valid_q || valid_i) data_q")

execute_process(COMMAND ${MMASC} emit-rtl volta/mma.m8n8k4.f32.f16.f16.f32 --axi-stream --top dut -o ${WORK}/rtl
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${WORK}/rtl/dut.f sources)
list(JOIN sources " " sources)

# path(TOP FROM TO ASSERTION): of the logic before TO, up to the next registers, with FROM in it
function(path top from to assertion)
  execute_process(COMMAND yosys -q -p "read_verilog -sv -defer ${sources}
    hierarchy -check -top ${top}
    proc
    flatten
    opt_clean
    select ${assertion} w:${to} %ci*:-$dff:-$dffe:-$adff:-$adffe:-$aldff w:${from} %i"
    WORKING_DIRECTORY ${WORK}/rtl RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(SEND_ERROR "${top} ${assertion}: ${output}")
  endif()
endfunction()
path(dut_axis m_axis_tready s_axis_tready -assert-none)
path(dut_axis s_axis_tvalid m_axis_tvalid -assert-none)
path(dut ready_i ready_o -assert-any)
